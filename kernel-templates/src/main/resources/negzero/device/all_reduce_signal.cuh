// All-reduce between barriers. The message is worked through in tiles of the staging region, so it has no limit.
#pragma once
#include "signal.cuh"

namespace nz {

/// How this call's message is cut. A function of the count and the plan alone, so all ranks cut alike.
struct Tile {
    u64 begin;  // first pack
    u64 packs;  // packs of this tile
};

template <class K>
NZ_DEVICE constexpr u64 tile_packs() {
    return K::Plan::kStagingBytes / K::kPackBytes;
}

/// One pack of a peer's input; in staging it is whole and aligned, in the peer's own buffer perhaps neither.
template <class K>
NZ_DEVICE Pack<K> load_source(const Source& source, const Tile& tile, u64 index, u64 count) {
    if (source.staged != 0) {
        Pack<K> pack;
        load_words<K::kPackBytes>(source.base + index * K::kPackBytes, pack.w);
        return pack;
    }
    return load_pack<K>(source.base, tile.begin + index, count, pack_aligned<K>(source.base));
}

/// Loads up to kBatch packs of every rank before the first is used, reduces them, and hands each to `write(index, pack)`.
///
/// @param index first pack within the tile, @param end packs to stop before
template <class K, class Write>
NZ_DEVICE void reduce_sources(const Call<K::kRanks>& call, const Tile& tile, const Source* sources, u64 index, u64 end,
                              bool aligned, Write write) {
    const u64 step = grid_threads();
    for (; index < end; index += K::kBatch * step) {
        Pack<K> parts[K::kBatch][K::kRanks];
        Pack<K> own[K::kBatch];
#pragma unroll
        for (int b = 0; b < K::kBatch; b++) {
            const u64 at = index + b * step;
            if (at < end) {
                own[b] = load_pack<K>(call.input, tile.begin + at, call.count, aligned);
#pragma unroll
                for (int p = 0; p < K::kRanks; p++) {
                    if (static_cast<u32>(p) != call.rank) {
                        parts[b][p] = load_source<K>(sources[p], tile, at, call.count);
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

/// Copies this block's share of packs [begin, end) of the tile into the own staging region, bit for bit.
template <class K>
NZ_DEVICE void stage(const Call<K::kRanks>& call, const Tile& tile, u64 begin, u64 end, bool aligned) {
    u8* staging = call.domain[call.rank] + K::Plan::kStaging;
    for (u64 i = begin + grid_thread(); i < end; i += grid_threads()) {
        const Pack<K> pack = load_pack<K>(call.input, tile.begin + i, call.count, aligned);
        store_words<K::kPackBytes>(staging + i * K::kPackBytes, pack.w);
    }
}

/// A call between barriers: what both kernels below share.
template <class K>
struct SignalCall {
    const Call<K::kRanks>& call;
    Turn turn;
    Descriptor mine;
    Source* sources;
    u32 instance;
    bool aligned;
    bool out_aligned;

    NZ_MEMBER SignalCall(const Call<K::kRanks>& c, Source* shared) : call(c), sources(shared) {
        const bool in_place = c.input == c.output;
        // Peers may still read the input when this rank writes its output: in place, they read a staged copy.
        mine = in_place ? Descriptor{0, 0, 0} : Descriptor{c.symmetric_id, 0, c.symmetric_offset};
        aligned = pack_aligned<K>(c.input);
        out_aligned = pack_aligned<K>(c.output);
        load_words<4>(instance_word<K>(c), &instance);
        turn = enter<K>(c, K::Plan::kStateMailbox);
        if (turn.ok) {
            put_signature<K>(c, turn);
            move_on<K>(c, turn, K::Plan::kStateMailbox, turn.line);
        }
    }

    NZ_MEMBER bool staged() const { return mine.symmetric_id == 0; }

    template <BarrierKind Kind>
    NZ_MEMBER bool meet() {
        instance++;
        return barrier<K, Kind>(call, turn, instance, mine, sources);
    }

    /// Keeps the block's counter for the next call, and compares signatures.
    NZ_MEMBER void leave() {
        if (thread_id() == 0) {
            store_words<4>(instance_word<K>(call), &instance);
        }
        check_signatures<K>(call, turn);
    }
};

/// One stage: every rank reads all inputs. The end barrier keeps each input in place until all have read it.
template <class K>
NZ_DEVICE void all_reduce_signal_one_stage(const Call<K::kRanks>& call) {
    NZ_SHARED(Sources<K::kRanks>, sources);
    kernel_enter();
    SignalCall<K> signal(call, sources.of);
    if (!signal.turn.ok) {
        return;
    }
    const u64 packs = K::packs(call.count);
    for (Tile tile{0, 0}; tile.begin < packs; tile.begin += tile.packs) {
        tile.packs = packs - tile.begin < tile_packs<K>() ? packs - tile.begin : tile_packs<K>();
        if (signal.staged()) {
            stage<K>(call, tile, 0, tile.packs, signal.aligned);
        }
        if (!signal.template meet<BarrierKind::start>()) {
            return;
        }
        reduce_sources<K>(call, tile, sources.of, grid_thread(), tile.packs, signal.aligned, [&](u64 at, const Pack<K>& p) {
            store_pack<K>(call.output, tile.begin + at, call.count, signal.out_aligned, p);
        });
        if (!signal.template meet<BarrierKind::end>()) {
            return;
        }
    }
    signal.leave();
}

/// Packs [begin, end) of a tile that rank `r` reduces in two stages.
struct Chunk {
    u64 begin;
    u64 end;
};

/// `size` is that of the call's first tile, for all of its tiles, so that a pack's place in the regions belongs to the same
/// block in every tile. With chunks of its own, a short last tile would let one block stage, or push results, over what
/// another block still reads of the tile before.
template <class K>
NZ_DEVICE Chunk chunk_of(const Tile& tile, u64 size, u32 r) {
    const u64 begin = r * size < tile.packs ? r * size : tile.packs;
    return Chunk{begin, begin + size < tile.packs ? begin + size : tile.packs};
}

/// Copies the chunks that peers have pushed into the own results region.
template <class K>
NZ_DEVICE void collect_results(const Call<K::kRanks>& call, const Tile& tile, u64 chunk_packs, bool out_aligned) {
    const u8* results = call.domain[call.rank] + K::Plan::kResults;
    for (u32 p = 0; p < static_cast<u32>(K::kRanks); p++) {
        if (p == call.rank) {
            continue;
        }
        const Chunk chunk = chunk_of<K>(tile, chunk_packs, p);
        for (u64 i = chunk.begin + grid_thread(); i < chunk.end; i += grid_threads()) {
            Pack<K> pack;
            load_words<K::kPackBytes>(results + i * K::kPackBytes, pack.w);
            store_pack<K>(call.output, tile.begin + i, call.count, out_aligned, pack);
        }
    }
}

/// Two stages: each rank reduces its chunk and pushes the result to all, who copy it out.
///
/// Element j of every chunk belongs to the same block on every rank, so a block's barriers cover what it reads. The end
/// barrier shows both that all results have arrived and that all have read this rank's staged input. A peer writes results
/// again only after the next start barrier, by which this rank has copied these.
template <class K>
NZ_DEVICE void all_reduce_signal_two_stage(const Call<K::kRanks>& call) {
    NZ_SHARED(Sources<K::kRanks>, sources);
    kernel_enter();
    SignalCall<K> signal(call, sources.of);
    if (!signal.turn.ok) {
        return;
    }
    const u64 packs = K::packs(call.count);
    const u64 chunk_packs = ((packs < tile_packs<K>() ? packs : tile_packs<K>()) + K::kRanks - 1) / K::kRanks;
    for (Tile tile{0, 0}; tile.begin < packs; tile.begin += tile.packs) {
        tile.packs = packs - tile.begin < tile_packs<K>() ? packs - tile.begin : tile_packs<K>();
        if (signal.staged()) {
            for (u32 r = 0; r < static_cast<u32>(K::kRanks); r++) {
                const Chunk chunk = chunk_of<K>(tile, chunk_packs, r);
                stage<K>(call, tile, chunk.begin, chunk.end, signal.aligned);
            }
        }
        if (!signal.template meet<BarrierKind::start>()) {
            return;
        }
        const Chunk own = chunk_of<K>(tile, chunk_packs, call.rank);
        reduce_sources<K>(call, tile, sources.of, own.begin + grid_thread(), own.end, signal.aligned,
                          [&](u64 at, const Pack<K>& pack) {
#pragma unroll
                              for (int p = 0; p < K::kRanks; p++) {
                                  if (static_cast<u32>(p) != call.rank) {
                                      store_words<K::kPackBytes>(
                                          call.domain[p] + K::Plan::kResults + at * K::kPackBytes, pack.w);
                                  }
                              }
                              store_pack<K>(call.output, tile.begin + at, call.count, signal.out_aligned, pack);
                          });
        if (!signal.template meet<BarrierKind::end>()) {
            return;
        }
        collect_results<K>(call, tile, chunk_packs, signal.out_aligned);
    }
    signal.leave();
}

}  // namespace nz
