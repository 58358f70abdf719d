// Moving elements: what the protocols share.
#pragma once
#include "moves.cuh"

namespace nz {

/// Copies this rank's own segment, unless it stands where it belongs.
template <class K, class Moves>
NZ_DEVICE void copy_own(const Call<K::kRanks>& call, const Moves& moves) {
    const u64 source = moves.source(call.rank, call.rank);
    const u64 target = moves.target(call.rank, call.rank);
    const u64 count = moves.count(call.rank, call.rank);
    if (count == 0 || call.input + source * K::kElementBytes == call.output + target * K::kElementBytes) {
        return;
    }
    for (u64 index = grid_thread(); index < K::packs(count); index += grid_threads()) {
        const Pack<K> pack = load_segment<K>(call.input, source, index, count);
        store_segment<K>(call.output, target, index, count, pack);
    }
}

}  // namespace nz
