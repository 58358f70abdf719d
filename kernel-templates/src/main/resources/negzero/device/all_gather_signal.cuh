// All-gather between barriers.
#pragma once
#include "all_gather.cuh"
#include "signal_move.cuh"

namespace nz {

template <class K>
NZ_DEVICE void all_gather_signal_one_stage(const Call<K::kRanks>& call) {
    move_by_signal<K>(call, AllGather<K::kRanks>(call));
}

template <class K>
NZ_DEVICE void all_gather_signal_one_stage(const CountedCall<K::kRanks, K::kRanks>& counted) {
    NZ_SHARED(GatherFirsts<K::kRanks>, firsts);
    move_by_signal<K>(counted.call, CountedAllGather<K::kRanks>(counted, firsts));
}

}  // namespace nz
