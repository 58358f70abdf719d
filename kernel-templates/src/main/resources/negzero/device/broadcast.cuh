// Broadcast: the root's elements go to all. One buffer a rank is input and output.
#pragma once
#include "moves.cuh"

namespace nz {

template <int Ranks>
struct Broadcast : PlainMoves<Ranks> {
    using PlainMoves<Ranks>::PlainMoves;
    static constexpr bool kHearsAll = false;
    static constexpr bool kFromRoot = true;

    NZ_MEMBER u64 count(u32 from, u32) const { return from == this->call.root ? this->call.count : 0; }
    NZ_MEMBER u64 most_sent() const { return this->root() ? this->call.count : 0; }
    NZ_MEMBER u64 most_received() const { return this->root() ? 0 : this->call.count; }
};

}  // namespace nz
