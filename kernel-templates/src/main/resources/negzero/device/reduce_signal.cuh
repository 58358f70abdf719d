// Reduce between barriers.
#pragma once
#include "reduce.cuh"
#include "signal_reduce.cuh"

namespace nz {

template <class K>
NZ_DEVICE void reduce_signal_one_stage(const Call<K::kRanks>& call) {
    reduce_by_signal<K>(call, Reduce<K::kRanks>(call));
}

}  // namespace nz
