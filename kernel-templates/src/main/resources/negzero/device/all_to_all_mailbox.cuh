// All-to-all through the mailbox.
#pragma once
#include "all_to_all.cuh"
#include "mailbox_move.cuh"

namespace nz {

template <class K>
NZ_DEVICE void all_to_all_mailbox_one_shot(const Call<K::kRanks>& call) {
    move_by_mailbox<Pairs<K>>(call, AllToAll<K::kRanks>(call));
}

template <class K>
NZ_DEVICE void all_to_all_mailbox_one_shot(const CountedCall<K::kRanks, K::kRanks * K::kRanks>& counted) {
    NZ_SHARED(PairFirsts<K::kRanks>, firsts);
    move_by_mailbox<Pairs<K>>(counted.call, CountedAllToAll<K::kRanks>(counted, firsts));
}

template <class K>
NZ_DEVICE void all_to_all_mailbox_triples(const Call<K::kRanks>& call) {
    move_by_mailbox<Triples<K>>(call, AllToAll<K::kRanks>(call));
}

template <class K>
NZ_DEVICE void all_to_all_mailbox_triples(const CountedCall<K::kRanks, K::kRanks * K::kRanks>& counted) {
    NZ_SHARED(PairFirsts<K::kRanks>, firsts);
    move_by_mailbox<Triples<K>>(counted.call, CountedAllToAll<K::kRanks>(counted, firsts));
}

}  // namespace nz
