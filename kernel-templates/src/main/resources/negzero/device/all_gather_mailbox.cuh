// All-gather through the mailbox.
#pragma once
#include "all_gather.cuh"
#include "mailbox_move.cuh"

namespace nz {

template <class K>
NZ_DEVICE void all_gather_mailbox_one_shot(const Call<K::kRanks>& call) {
    move_by_mailbox<Pairs<K>>(call, AllGather<K::kRanks>(call));
}

template <class K>
NZ_DEVICE void all_gather_mailbox_one_shot(const CountedCall<K::kRanks, K::kRanks>& counted) {
    NZ_SHARED(GatherFirsts<K::kRanks>, firsts);
    move_by_mailbox<Pairs<K>>(counted.call, CountedAllGather<K::kRanks>(counted, firsts));
}

template <class K>
NZ_DEVICE void all_gather_mailbox_triples(const Call<K::kRanks>& call) {
    move_by_mailbox<Triples<K>>(call, AllGather<K::kRanks>(call));
}

template <class K>
NZ_DEVICE void all_gather_mailbox_triples(const CountedCall<K::kRanks, K::kRanks>& counted) {
    NZ_SHARED(GatherFirsts<K::kRanks>, firsts);
    move_by_mailbox<Triples<K>>(counted.call, CountedAllGather<K::kRanks>(counted, firsts));
}

}  // namespace nz
