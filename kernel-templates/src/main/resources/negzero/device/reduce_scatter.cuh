// Reduce-scatter: segment t of every input goes to rank t, which reduces.
#pragma once
#include "moves.cuh"

namespace nz {

template <int Ranks>
struct ReduceScatter : PlainMoves<Ranks> {
    using PlainMoves<Ranks>::PlainMoves;
    static constexpr bool kOneSegment = false;

    NZ_MEMBER u64 source(u32, u32 to) const { return to * this->call.count; }
};

}  // namespace nz
