// Two stages: each rank makes or fetches a chunk of every tile, and pushes it into the results of those who need it.
//
// Element j of every chunk belongs to the same block on every rank, so a block's barriers cover what it reads. The end
// barrier shows both that all results have arrived and that all have read this rank's staged input. A peer writes results
// again only after the next start barrier, by which this rank has copied these.
#pragma once
#include "signal_call.cuh"

namespace nz {

/// Packs [begin, end) of a tile that belong to one rank.
struct Chunk {
    u64 begin;
    u64 end;
};

/// Packs of a chunk: of the call's first tile, for all of its tiles, so that a pack's place in the regions belongs to the same
/// block in every tile. With chunks of its own, a short last tile would let one block stage, or push results, over what
/// another block still reads of the tile before.
template <class K>
NZ_DEVICE u64 chunk_packs(const Tile& first) {
    return (first.packs + K::kRanks - 1) / K::kRanks;
}

NZ_DEVICE Chunk chunk_of(const Tile& tile, u64 size, u32 r) {
    const u64 begin = r * size < tile.packs ? r * size : tile.packs;
    return Chunk{begin, begin + size < tile.packs ? begin + size : tile.packs};
}

/// Stages this rank's input chunk by chunk, each pack by the block that its readers belong to.
template <class K, class Moves>
NZ_DEVICE void stage_chunks(const SignalCall<K, Moves>& signal, const Tile& tile, u64 size) {
    for (u32 r = 0; r < static_cast<u32>(K::kRanks); r++) {
        const Chunk chunk = chunk_of(tile, size, r);
        stage<K>(signal.call.input, signal.call.count, tile, chunk.begin, chunk.end, signal.staging());
    }
}

/// Stores a pack of the own chunk into the results of a peer.
template <class K>
NZ_DEVICE void push_result(const Call<K::kRanks>& call, u32 peer, u64 at, const Pack<K>& pack) {
    store_words<K::kPackBytes>(call.domain[peer] + K::Plan::kResults + at * K::kPackBytes, pack.w);
}

/// Copies the chunks that peers have pushed into the own results region.
template <class K>
NZ_DEVICE void collect_results(const Call<K::kRanks>& call, const Tile& tile, u64 size) {
    const bool aligned = pack_aligned<K>(call.output);
    const u8* results = call.domain[call.rank] + K::Plan::kResults;
    for (u32 p = 0; p < static_cast<u32>(K::kRanks); p++) {
        if (p == call.rank) {
            continue;
        }
        const Chunk chunk = chunk_of(tile, size, p);
        for (u64 i = chunk.begin + grid_thread(); i < chunk.end; i += grid_threads()) {
            Pack<K> pack;
            load_words<K::kPackBytes>(results + i * K::kPackBytes, pack.w);
            store_pack<K>(call.output, tile.begin + i, call.count, aligned, pack);
        }
    }
}

/// A call in two stages.
///
/// @param work called with the tile, the sources of all ranks and the own chunk
template <class K, class Moves, class Work>
NZ_DEVICE void signal_two_stage(const Call<K::kRanks>& call, const Moves& moves, Work work) {
    NZ_SHARED(Sources<K::kRanks>, sources);
    kernel_enter();
    SignalCall<K, Moves> signal(call, moves, sources.of);
    if (!signal.turn.ok) {
        return;
    }
    const u64 size = chunk_packs<K>(signal.tile(0));
    for (Tile tile = signal.tile(0); tile.packs != 0; tile = signal.tile(tile.begin + tile.packs)) {
        if (signal.staged() && moves.most_sent() != 0) {
            stage_chunks(signal, tile, size);
        }
        if (!signal.template meet<BarrierKind::start>()) {
            return;
        }
        work(tile, sources.of, chunk_of(tile, size, call.rank));
        if (!signal.template meet<BarrierKind::end>()) {
            return;
        }
        if (moves.most_received() != 0) {
            collect_results<K>(call, tile, size);
        }
    }
    signal.leave();
}

}  // namespace nz
