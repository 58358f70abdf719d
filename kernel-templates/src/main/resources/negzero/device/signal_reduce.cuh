// Reductions between barriers, one stage: who gets packs from all reads all inputs.
#pragma once
#include "signal_call.cuh"

namespace nz {

/// Loads up to kBatch packs of every rank before the first is used, reduces them, and hands each to `write(index, pack)`.
///
/// @param index first pack within the tile, @param end packs to stop before
template <class K, class Moves, class Write>
NZ_DEVICE void reduce_sources(const Call<K::kRanks>& call, const Moves& moves, const Tile& tile, const Source* sources,
                              u64 index, u64 end, Write write) {
    const u64 step = grid_threads();
    const u8* own_segment = call.input + moves.source(call.rank, call.rank) * K::kElementBytes;
    const bool aligned = pack_aligned<K>(own_segment);
    for (; index < end; index += K::kBatch * step) {
        Pack<K> parts[K::kBatch][K::kRanks];
        Pack<K> own[K::kBatch];
#pragma unroll
        for (int b = 0; b < K::kBatch; b++) {
            const u64 at = index + b * step;
            if (at < end) {
                own[b] = load_pack<K>(own_segment, tile.begin + at, call.count, aligned);
#pragma unroll
                for (int p = 0; p < K::kRanks; p++) {
                    if (static_cast<u32>(p) != call.rank) {
                        parts[b][p] = load_source<K>(part_of<K>(call, moves, sources[p], p), tile, at, call.count);
                    }
                }
            }
        }
#pragma unroll
        for (int b = 0; b < K::kBatch; b++) {
            if (index + b * step < end) {
#pragma unroll
                for (int p = 0; p < K::kRanks; p++) {
                    if (static_cast<u32>(p) != call.rank) {
                        parts[b][p] = remove_neg_zero<K>(parts[b][p]);
                    }
                }
                write(index + b * step, reduce<K>(parts[b], call.rank, remove_neg_zero<K>(own[b])));
            }
        }
    }
}

template <class K, class Moves>
NZ_DEVICE void reduce_by_signal(const Call<K::kRanks>& call, const Moves& moves) {
    const bool aligned = pack_aligned<K>(call.output);
    signal_one_stage<K>(call, moves, [&](const Tile& tile, const Source* sources) {
        const u64 end = tile_end<K>(tile, moves.count(call.rank, call.rank));
        reduce_sources<K>(call, moves, tile, sources, grid_thread(), end, [&](u64 at, const Pack<K>& pack) {
            store_pack<K>(call.output, tile.begin + at, call.count, aligned, pack);
        });
    });
}

}  // namespace nz
