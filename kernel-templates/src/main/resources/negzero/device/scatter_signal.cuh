// Scatter between barriers.
#pragma once
#include "scatter.cuh"
#include "signal_move.cuh"

namespace nz {

template <class K>
NZ_DEVICE void scatter_signal_one_stage(const Call<K::kRanks>& call) {
    move_by_signal<K>(call, Scatter<K::kRanks>(call));
}

}  // namespace nz
