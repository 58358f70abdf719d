// Two stages: each rank gets a chunk of every tile, makes something of it, and pushes that into the results of those who need
// it.
//
// A slot of the inbox has two halves: in the first a part for the chunk that each peer pushes, in the second the results.
// Between the barriers of tiles t and t + 1 a rank works on its chunk of tile t, pushes the chunks of tile t + 1, and
// collects the results of tile t - 1; so results are free again when those of tile t + 1 come, behind the next barrier.
// Element j of every chunk belongs to the same block on every rank, so a block's barriers cover what it takes.
#pragma once
#include "signal_call.cuh"

namespace nz {

/// Packs [begin, end) of a tile that belong to one rank.
struct Chunk {
    u64 begin;
    u64 end;
};

/// Packs of the longest chunk.
template <class K>
NZ_DEVICE constexpr u64 most_chunk_packs() {
    return K::Plan::kInboxBytes / 2 / K::kRanks / K::kPackBytes;
}

/// Packs of a chunk: of the call's first tile, for all of its tiles, so that a pack's place in a slot belongs to the same block
/// in every tile. With chunks of its own, a short last tile would let one block push results over what another block has
/// yet to collect.
template <class K>
NZ_DEVICE u64 chunk_packs(const Tile& first) {
    return (first.packs + K::kRanks - 1) / K::kRanks;
}

NZ_DEVICE Chunk chunk_of(const Tile& tile, u64 size, u32 r) {
    const u64 begin = r * size < tile.packs ? r * size : tile.packs;
    return Chunk{begin, begin + size < tile.packs ? begin + size : tile.packs};
}

/// The part of a rank's inbox that a peer pushes its chunk into.
template <class K>
NZ_DEVICE u8* chunk_part(const Call<K::kRanks>& call, u32 owner, u32 slot, u32 writer) {
    return inbox<K>(call, owner, slot) + writer * most_chunk_packs<K>() * K::kPackBytes;
}

/// A rank's results in a slot: packs of a tile.
template <class K>
NZ_DEVICE u8* results(const Call<K::kRanks>& call, u32 owner, u32 slot) {
    return inbox<K>(call, owner, slot) + K::kRanks * most_chunk_packs<K>() * K::kPackBytes;
}

/// Pushes every peer's chunk of this rank's input to it.
template <class K, class Moves>
NZ_DEVICE void push_chunks(const Call<K::kRanks>& call, const Moves& moves, const Tile& tile, u64 size) {
    const u64 count = moves.most_sent();
    for (u32 i = 1; count != 0 && i < static_cast<u32>(K::kRanks); i++) {
        const u32 peer = rank_behind<K>(call, i);
        const Chunk chunk = chunk_of(tile, size, peer);
        u8* part = chunk_part<K>(call, peer, tile.slot, call.rank);
        read_packs<K>(call.input, tile.begin + chunk.begin, chunk.end - chunk.begin, count,
                      [&](u64 at, const Pack<K>& pack) { push_pack<K>(part, at, pack); });
    }
}

/// Copies the chunks that peers have pushed out of the own results.
template <class K>
NZ_DEVICE void collect_results(const Call<K::kRanks>& call, const Tile& tile, u64 size) {
    const bool aligned = pack_aligned<K>(call.output);
    const u8* arrived = results<K>(call, call.rank, tile.slot);
    for (u32 i = 1; i < static_cast<u32>(K::kRanks); i++) {
        const Chunk chunk = chunk_of(tile, size, rank_behind<K>(call, i));
        read_packs<K>(arrived, chunk.begin, chunk.end - chunk.begin, tile.packs * K::kWidth,
                      [&](u64 at, const Pack<K>& pack) {
                          store_pack<K>(call.output, tile.begin + chunk.begin + at, call.count, aligned, pack);
                      });
    }
}

/// A call in two stages.
///
/// @param work called with a tile that has arrived and the own chunk
template <class K, class Moves, class Work>
NZ_DEVICE void signal_two_stage(const Call<K::kRanks>& call, const Moves& moves, Work work) {
    fetch_parameters(call);
    kernel_enter();
    SignalCall<K, Moves, K::kRanks * most_chunk_packs<K>()> signal(call, moves);
    if (!signal.turn.ok) {
        return;
    }
    Tile tile = signal.first();
    const u64 size = chunk_packs<K>(tile);
    Tile before{0, 0, 0};
    push_chunks<K>(call, moves, tile, size);
    signal.advance();
    let_next_start();
    while (tile.packs != 0) {
        if (!signal.template meet<BarrierKind::start>()) {
            return;
        }
        const Tile next = signal.after(tile);
        work(tile, chunk_of(tile, size, call.rank));
        push_chunks<K>(call, moves, next, size);
        if (moves.most_received() != 0) {
            collect_results<K>(call, before, size);
        }
        before = tile;
        tile = next;
    }
    if (before.packs != 0) {
        if (!signal.template meet<BarrierKind::end>()) {
            return;
        }
        if (moves.most_received() != 0) {
            collect_results<K>(call, before, size);
        }
    }
    signal.leave();
}

}  // namespace nz
