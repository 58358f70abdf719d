// Scatter through the mailbox.
#pragma once
#include "scatter.cuh"
#include "mailbox_move.cuh"

namespace nz {

template <class K>
NZ_DEVICE void scatter_mailbox_one_shot(const Call<K::kRanks>& call) {
    move_by_mailbox<Pairs<K>>(call, Scatter<K::kRanks>(call));
}

template <class K>
NZ_DEVICE void scatter_mailbox_triples(const Call<K::kRanks>& call) {
    move_by_mailbox<Triples<K>>(call, Scatter<K::kRanks>(call));
}

}  // namespace nz
