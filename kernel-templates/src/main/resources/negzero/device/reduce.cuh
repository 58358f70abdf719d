// Reduce: every input goes to the root, which reduces.
#pragma once
#include "moves.cuh"

namespace nz {

template <int Ranks>
struct Reduce : PlainMoves<Ranks> {
    using PlainMoves<Ranks>::PlainMoves;
    static constexpr bool kHearsAll = false;

    NZ_MEMBER u64 count(u32, u32 to) const { return to == this->call.root ? this->call.count : 0; }
    NZ_MEMBER u64 most_sent() const { return this->root() ? 0 : this->call.count; }
    NZ_MEMBER u64 most_received() const { return this->root() ? this->call.count : 0; }
};

}  // namespace nz
