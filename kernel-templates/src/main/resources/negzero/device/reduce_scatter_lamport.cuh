// Reduce-scatter by Lamport exchange.
#pragma once
#include "lamport_one_shot.cuh"
#include "reduce_scatter.cuh"

namespace nz {

template <class K>
NZ_DEVICE void reduce_scatter_lamport_one_shot(const Call<K::kRanks>& call) {
    reduce_by_lamport<K>(call, ReduceScatter<K::kRanks>(call));
}

}  // namespace nz
