// All-reduce by Lamport exchange, in one shot or two.
#pragma once
#include "all_reduce.cuh"
#include "lamport_one_shot.cuh"
#include "lamport_two_shot.cuh"

namespace nz {

template <class K>
NZ_DEVICE void all_reduce_lamport_one_shot(const Call<K::kRanks>& call) {
    reduce_by_lamport<K>(call, AllReduce<K::kRanks>(call));
}

template <class K>
NZ_DEVICE void all_reduce_lamport_two_shot(const Call<K::kRanks>& call) {
    reduce_by_lamport_two_shot<K>(call);
}

}  // namespace nz
