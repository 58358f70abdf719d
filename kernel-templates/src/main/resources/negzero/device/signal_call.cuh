// A collective between barriers: what reductions and movements share. The message is worked through in tiles of the staging
// region, so it has no limit.
#pragma once
#include "moves.cuh"
#include "signal.cuh"

namespace nz {

/// How this call's segments are cut. A function of the count and the plan alone, so all ranks cut alike.
struct Tile {
    u64 begin;  // first pack of each segment
    u64 packs;  // packs of this tile; a segment with a smaller count may have fewer
};

/// Packs of a segment that are staged at once. An input with a segment for each rank shares the staging region among them.
template <class K, class Moves>
NZ_DEVICE constexpr u64 tile_packs() {
    return K::Plan::kStagingBytes / (Moves::kOneSegment ? 1 : K::kRanks) / K::kPackBytes;
}

/// Packs of the tile that a segment of `count` elements has.
template <class K>
NZ_DEVICE u64 tile_end(const Tile& tile, u64 count) {
    const u64 packs = K::packs(count);
    return packs <= tile.begin ? 0 : packs - tile.begin < tile.packs ? packs - tile.begin : tile.packs;
}

/// The tile from pack `begin` on of segments of `count` elements; none is left when it has no packs.
template <class K, class Moves>
NZ_DEVICE Tile tile_from(u64 count, u64 begin) {
    const u64 packs = K::packs(count);
    const u64 left = begin < packs ? packs - begin : 0;
    return Tile{begin, left < tile_packs<K, Moves>() ? left : tile_packs<K, Moves>()};
}

/// The segment of a peer's input that comes to this rank.
template <class K, class Moves>
NZ_DEVICE Source part_of(const Call<K::kRanks>& call, const Moves& moves, const Source& source, u32 peer) {
    const u64 staged = Moves::kOneSegment ? 0 : call.rank * tile_packs<K, Moves>() * K::kPackBytes;
    const u64 in_place = moves.source(peer, call.rank) * K::kElementBytes;
    return Source{source.base + (source.staged != 0 ? staged : in_place), source.staged};
}

/// One pack of a segment; in staging it is whole and aligned, in the peer's own buffer perhaps neither.
template <class K>
NZ_DEVICE Pack<K> load_source(const Source& source, const Tile& tile, u64 index, u64 count) {
    if (source.staged != 0) {
        Pack<K> pack;
        load_words<K::kPackBytes>(source.base + index * K::kPackBytes, pack.w);
        return pack;
    }
    return load_pack<K>(source.base, tile.begin + index, count, pack_aligned<K>(source.base));
}

/// Copies this block's share of a tile out of its source, to where the segment belongs; up to K::kMoveBatch packs in flight.
template <class K>
NZ_DEVICE void copy_tile(const Source& source, const Tile& tile, u64 end, u64 count, u8* segment) {
    const bool aligned = pack_aligned<K>(segment);
    const u64 step = grid_threads();
    for (u64 index = grid_thread(); index < end; index += K::kMoveBatch * step) {
        Pack<K> packs[K::kMoveBatch];
#pragma unroll
        for (int b = 0; b < K::kMoveBatch; b++) {
            if (index + b * step < end) {
                packs[b] = load_source<K>(source, tile, index + b * step, count);
            }
        }
#pragma unroll
        for (int b = 0; b < K::kMoveBatch; b++) {
            if (index + b * step < end) {
                store_pack<K>(segment, tile.begin + index + b * step, count, aligned, packs[b]);
            }
        }
    }
}

/// Copies this block's share of packs [begin, end) of a segment's tile into the own staging region, bit for bit.
template <class K>
NZ_DEVICE void stage(const u8* segment, u64 count, const Tile& tile, u64 begin, u64 end, u8* staging) {
    const bool aligned = pack_aligned<K>(segment);
    for (u64 i = begin + grid_thread(); i < end; i += grid_threads()) {
        const Pack<K> pack = load_pack<K>(segment, tile.begin + i, count, aligned);
        store_words<K::kPackBytes>(staging + i * K::kPackBytes, pack.w);
    }
}

/// A call between barriers.
template <class K, class Moves>
struct SignalCall {
    const Call<K::kRanks>& call;
    const Moves& moves;
    Turn turn;
    Descriptor mine;
    Source* sources;
    u32 instance;

    NZ_MEMBER SignalCall(const Call<K::kRanks>& c, const Moves& m, Source* shared) : call(c), moves(m), sources(shared) {
        // Where peers may still read the input when this rank writes its output, they read a staged copy.
        const bool in_place = Moves::kStagesInPlace && c.input == c.output;
        mine = in_place ? Descriptor{0, 0, 0} : Descriptor{c.symmetric_id, 0, c.symmetric_offset};
        load_words<4>(instance_word<K>(c), &instance);
        moves.prepare();
        turn = enter<K>(c, K::Plan::kStateMailbox);
        if (turn.ok) {
            put_signature<K, Moves>(c, turn);
            move_on<K>(c, turn, K::Plan::kStateMailbox, turn.line);
        }
    }

    NZ_MEMBER bool staged() const { return mine.symmetric_id == 0; }
    NZ_MEMBER u8* staging() const { return call.domain[call.rank] + K::Plan::kStaging; }

    NZ_MEMBER Tile tile(u64 begin) const { return tile_from<K, Moves>(call.count, begin); }

    /// Stages what peers read, segment by segment.
    NZ_MEMBER void stage_tile(const Tile& tile) const {
        if constexpr (Moves::kOneSegment) {
            const u64 count = moves.most_sent();
            stage<K>(call.input, count, tile, 0, tile_end<K>(tile, count), staging());
        } else if (moves.most_sent() != 0) {
            for (u32 to = 0; to < static_cast<u32>(K::kRanks); to++) {
                const u64 count = to == call.rank ? 0 : moves.count(call.rank, to);
                stage<K>(call.input + moves.source(call.rank, to) * K::kElementBytes, count, tile, 0,
                         tile_end<K>(tile, count), staging() + to * tile_packs<K, Moves>() * K::kPackBytes);
            }
        }
    }

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
        check_signatures<K, Moves>(call, turn);
    }
};

/// One stage: `work` on each tile reads the peers' inputs. The end barrier keeps each input in place until all have read it.
///
/// @param work called with the tile and the sources of all ranks
template <class K, class Moves, class Work>
NZ_DEVICE void signal_one_stage(const Call<K::kRanks>& call, const Moves& moves, Work work) {
    NZ_SHARED(Sources<K::kRanks>, sources);
    kernel_enter();
    SignalCall<K, Moves> signal(call, moves, sources.of);
    if (!signal.turn.ok) {
        return;
    }
    for (Tile tile = signal.tile(0); tile.packs != 0; tile = signal.tile(tile.begin + tile.packs)) {
        if (signal.staged()) {
            signal.stage_tile(tile);
        }
        if (!signal.template meet<BarrierKind::start>()) {
            return;
        }
        work(tile, sources.of);
        if (!signal.template meet<BarrierKind::end>()) {
            return;
        }
    }
    signal.leave();
}

}  // namespace nz
