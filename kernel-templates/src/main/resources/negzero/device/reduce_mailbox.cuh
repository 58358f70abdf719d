// Reduce through the mailbox.
#pragma once
#include "reduce.cuh"
#include "mailbox_reduce.cuh"

namespace nz {

template <class K>
NZ_DEVICE void reduce_mailbox_one_shot(const Call<K::kRanks>& call) {
    reduce_by_mailbox<Pairs<K>>(call, Reduce<K::kRanks>(call));
}

template <class K>
NZ_DEVICE void reduce_mailbox_triples(const Call<K::kRanks>& call) {
    reduce_by_mailbox<Triples<K>>(call, Reduce<K::kRanks>(call));
}

}  // namespace nz
