// Reductions by signals, one stage: who gets packs from all reduces them.
#pragma once
#include "signal_call.cuh"

namespace nz {

/// Reduces this thread's packs of the first `end` that have arrived with the own ones, up to K::kSignalBatch of each rank in flight,
/// and hands each result to `write(index, pack)`.
///
/// @param own array with this rank's packs, from pack `begin` on
/// @param part_of gives the packs that a peer has pushed
template <class K, class PartOf, class Write>
NZ_DEVICE void reduce_arrived(const Call<K::kRanks>& call, const u8* own, u64 begin, u64 end, PartOf part_of, Write write) {
    const u64 step = grid_threads();
    const bool aligned = pack_aligned<K>(own);
    for (u64 index = grid_thread(); index < end; index += K::kSignalBatch * step) {
        Pack<K> parts[K::kSignalBatch][K::kRanks];
#pragma unroll
        for (int b = 0; b < K::kSignalBatch; b++) {
            const u64 at = index + b * step;
            start_unset<K>(parts[b]);
            if (at < end) {
#pragma unroll
                for (int p = 0; p < K::kRanks; p++) {
                    // The own pack too: kept apart, it would take registers for a rank more. Packs that arrived are whole.
                    const bool mine = static_cast<u32>(p) == call.rank;
                    parts[b][p] = load_pack<K>(mine ? own : part_of(p), mine ? begin + at : at, mine ? call.count : ~0ull,
                                               aligned || !mine);
                }
            }
        }
#pragma unroll
        for (int b = 0; b < K::kSignalBatch; b++) {
            if (index + b * step < end) {
#pragma unroll
                for (int p = 0; p < K::kRanks; p++) {
                    parts[b][p] = remove_neg_zero<K>(parts[b][p]);
                }
                write(index + b * step, reduce<K>(parts[b]));
            }
        }
    }
}

template <class K, class Moves>
NZ_DEVICE void reduce_by_signal(const Call<K::kRanks>& call, const Moves& moves) {
    const bool aligned = pack_aligned<K>(call.output);
    signal_one_stage<K>(call, moves, [&](const Tile& tile) {
        const u8* own = call.input + moves.source(call.rank, call.rank) * K::kElementBytes;
        const u64 end = tile_end<K>(tile, moves.count(call.rank, call.rank));
        const auto part_of = [&](u32 p) { return inbox_part<K, Moves>(call, call.rank, tile.slot, p); };
        reduce_arrived<K>(call, own, tile.begin, end, part_of, [&](u64 at, const Pack<K>& pack) {
            store_pack<K>(call.output, tile.begin + at, call.count, aligned, pack);
        });
    });
}

}  // namespace nz
