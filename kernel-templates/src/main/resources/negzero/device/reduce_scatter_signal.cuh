// Reduce-scatter between barriers.
#pragma once
#include "reduce_scatter.cuh"
#include "signal_reduce.cuh"

namespace nz {

template <class K>
NZ_DEVICE void reduce_scatter_signal_one_stage(const Call<K::kRanks>& call) {
    reduce_by_signal<K>(call, ReduceScatter<K::kRanks>(call));
}

}  // namespace nz
