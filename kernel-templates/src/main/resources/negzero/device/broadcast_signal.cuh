// Broadcast between barriers, in one stage or two.
#pragma once
#include "broadcast.cuh"
#include "signal_move.cuh"
#include "two_stage.cuh"

namespace nz {

template <class K>
NZ_DEVICE void broadcast_signal_one_stage(const Call<K::kRanks>& call) {
    move_by_signal<K>(call, Broadcast<K::kRanks>(call));
}

/// Fetches the own chunk from the root, writes it, and pushes it to every other rank but the root, which has it.
template <class K>
NZ_DEVICE void relay_chunk(const Call<K::kRanks>& call, const Tile& tile, const Source& root, const Chunk& own) {
    const bool aligned = pack_aligned<K>(call.output);
    const u64 step = grid_threads();
    for (u64 index = own.begin + grid_thread(); index < own.end; index += K::kMoveBatch * step) {
        Pack<K> packs[K::kMoveBatch];
#pragma unroll
        for (int b = 0; b < K::kMoveBatch; b++) {
            if (index + b * step < own.end) {
                packs[b] = load_source<K>(root, tile, index + b * step, call.count);
            }
        }
#pragma unroll
        for (int b = 0; b < K::kMoveBatch; b++) {
            const u64 at = index + b * step;
            if (at < own.end) {
                for (u32 p = 0; p < static_cast<u32>(K::kRanks); p++) {
                    if (p != call.rank && p != call.root) {
                        push_result<K>(call, p, at, packs[b]);
                    }
                }
                if (call.rank != call.root) {
                    store_pack<K>(call.output, tile.begin + at, call.count, aligned, packs[b]);
                }
            }
        }
    }
}

/// Each rank fetches its chunk from the root and passes it on: the root's links carry the message once.
template <class K>
NZ_DEVICE void broadcast_signal_two_stage(const Call<K::kRanks>& call) {
    signal_two_stage<K>(call, Broadcast<K::kRanks>(call), [&](const Tile& tile, const Source* sources, const Chunk& own) {
        relay_chunk<K>(call, tile, call.rank == call.root ? Source{call.input, 0} : sources[call.root], own);
    });
}

}  // namespace nz
