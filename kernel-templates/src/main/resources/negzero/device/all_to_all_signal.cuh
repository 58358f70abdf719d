// All-to-all between barriers.
#pragma once
#include "all_to_all.cuh"
#include "signal_move.cuh"

namespace nz {

template <class K>
NZ_DEVICE void all_to_all_signal_one_stage(const Call<K::kRanks>& call) {
    move_by_signal<K>(call, AllToAll<K::kRanks>(call));
}

template <class K>
NZ_DEVICE void all_to_all_signal_one_stage(const CountedCall<K::kRanks, K::kRanks * K::kRanks>& counted) {
    NZ_SHARED(PairFirsts<K::kRanks>, firsts);
    move_by_signal<K>(counted.call, CountedAllToAll<K::kRanks>(counted, firsts));
}

}  // namespace nz
