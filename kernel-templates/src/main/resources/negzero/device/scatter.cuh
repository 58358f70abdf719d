// Scatter: segment t of the root's input goes to rank t.
#pragma once
#include "moves.cuh"

namespace nz {

template <int Ranks>
struct Scatter : PlainMoves<Ranks> {
    using PlainMoves<Ranks>::PlainMoves;
    static constexpr bool kHearsAll = false;
    static constexpr bool kFromRoot = true;
    static constexpr bool kOneSegment = false;

    NZ_MEMBER u64 count(u32 from, u32) const { return from == this->call.root ? this->call.count : 0; }
    NZ_MEMBER u64 source(u32, u32 to) const { return to * this->call.count; }
    NZ_MEMBER u64 most_sent() const { return this->root() ? this->call.count : 0; }
    NZ_MEMBER u64 most_received() const { return this->root() ? 0 : this->call.count; }
};

}  // namespace nz
