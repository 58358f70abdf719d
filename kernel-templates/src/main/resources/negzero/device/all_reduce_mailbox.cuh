// All-reduce through the mailbox.
#pragma once
#include "all_reduce.cuh"
#include "mailbox_reduce.cuh"

namespace nz {

template <class K>
NZ_DEVICE void all_reduce_mailbox_one_shot(const Call<K::kRanks>& call) {
    reduce_by_mailbox<Pairs<K>>(call, AllReduce<K::kRanks>(call));
}

template <class K>
NZ_DEVICE void all_reduce_mailbox_triples(const Call<K::kRanks>& call) {
    reduce_by_mailbox<Triples<K>>(call, AllReduce<K::kRanks>(call));
}

}  // namespace nz
