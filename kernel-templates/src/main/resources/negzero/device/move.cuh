// Moving elements: what the protocols share.
#pragma once
#include "moves.cuh"

namespace nz {

/// Copies packs [begin, end) of this rank's own segment, unless it stands where it belongs.
template <class K, class Moves>
NZ_DEVICE void copy_own(const Call<K::kRanks>& call, const Moves& moves, u64 begin, u64 end) {
    if (begin >= end) {
        return;  // the rank may have no buffers then
    }
    const u8* source = call.input + moves.source(call.rank, call.rank) * K::kElementBytes;
    const u64 target = moves.target(call.rank, call.rank);
    const u64 count = moves.count(call.rank, call.rank);
    if (source == call.output + target * K::kElementBytes) {
        return;
    }
    read_packs<K>(source, begin, end - begin, count, [&](u64 at, const Pack<K>& pack) {
        store_segment<K>(call.output, target, begin + at, count, pack);
    });
}

}  // namespace nz
