// All-reduce: every input goes to all, who reduce.
#pragma once
#include "moves.cuh"

namespace nz {

template <int Ranks>
struct AllReduce : PlainMoves<Ranks> {
    using PlainMoves<Ranks>::PlainMoves;
};

}  // namespace nz
