// Broadcast through the mailbox.
#pragma once
#include "broadcast.cuh"
#include "mailbox_move.cuh"

namespace nz {

template <class K>
NZ_DEVICE void broadcast_mailbox_one_shot(const Call<K::kRanks>& call) {
    move_by_mailbox<Pairs<K>>(call, Broadcast<K::kRanks>(call));
}

template <class K>
NZ_DEVICE void broadcast_mailbox_triples(const Call<K::kRanks>& call) {
    move_by_mailbox<Triples<K>>(call, Broadcast<K::kRanks>(call));
}

}  // namespace nz
