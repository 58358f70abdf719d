// Broadcast by signals, in one stage or two.
#pragma once
#include "broadcast.cuh"
#include "signal_move.cuh"
#include "two_stage.cuh"

namespace nz {

template <class K>
NZ_DEVICE void broadcast_signal_one_stage(const Call<K::kRanks>& call) {
    move_by_signal<K>(call, Broadcast<K::kRanks>(call));
}

/// Pushes the own chunk to every other rank but the root, which has it; and writes it, unless this is the root.
template <class K>
NZ_DEVICE void relay_chunk(const Call<K::kRanks>& call, const Tile& tile, const Chunk& own) {
    const bool root = call.rank == call.root;
    const u64 begin = tile.begin + own.begin;
    const u64 end = own.end - own.begin;
    const bool aligned = pack_aligned<K>(call.output);
    const u8* from = root ? call.input : chunk_part<K>(call, call.rank, tile.slot, call.root);
    read_packs<K>(from, root ? begin : 0, end, root ? call.count : end * K::kWidth, [&](u64 at, const Pack<K>& pack) {
#pragma unroll
        for (int i = 1; i < K::kRanks; i++) {
            const u32 peer = rank_behind<K>(call, i);
            if (peer != call.root) {
                push_pack<K>(results<K>(call, peer, tile.slot), own.begin + at, pack);
            }
        }
        if (!root) {
            store_pack<K>(call.output, begin + at, call.count, aligned, pack);
        }
    });
}

/// The root pushes a chunk to each rank, which passes it on: the root's links carry the message once.
template <class K>
NZ_DEVICE void broadcast_signal_two_stage(const Call<K::kRanks>& call) {
    signal_two_stage<K>(call, Broadcast<K::kRanks>(call),
                        [&](const Tile& tile, const Chunk& own) { relay_chunk<K>(call, tile, own); });
}

}  // namespace nz
