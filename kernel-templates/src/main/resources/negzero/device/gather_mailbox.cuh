// Gather through the mailbox.
#pragma once
#include "gather.cuh"
#include "mailbox_move.cuh"

namespace nz {

template <class K>
NZ_DEVICE void gather_mailbox_one_shot(const Call<K::kRanks>& call) {
    move_by_mailbox<Pairs<K>>(call, Gather<K::kRanks>(call));
}

template <class K>
NZ_DEVICE void gather_mailbox_triples(const Call<K::kRanks>& call) {
    move_by_mailbox<Triples<K>>(call, Gather<K::kRanks>(call));
}

}  // namespace nz
