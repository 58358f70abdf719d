// Reduce-scatter through the mailbox.
#pragma once
#include "reduce_scatter.cuh"
#include "mailbox_reduce.cuh"

namespace nz {

template <class K>
NZ_DEVICE void reduce_scatter_mailbox_one_shot(const Call<K::kRanks>& call) {
    reduce_by_mailbox<Pairs<K>>(call, ReduceScatter<K::kRanks>(call));
}

template <class K>
NZ_DEVICE void reduce_scatter_mailbox_triples(const Call<K::kRanks>& call) {
    reduce_by_mailbox<Triples<K>>(call, ReduceScatter<K::kRanks>(call));
}

}  // namespace nz
