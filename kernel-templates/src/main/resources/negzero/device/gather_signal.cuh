// Gather between barriers.
#pragma once
#include "gather.cuh"
#include "signal_move.cuh"

namespace nz {

template <class K>
NZ_DEVICE void gather_signal_one_stage(const Call<K::kRanks>& call) {
    move_by_signal<K>(call, Gather<K::kRanks>(call));
}

}  // namespace nz
