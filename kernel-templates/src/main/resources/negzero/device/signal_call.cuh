// A collective by signals: what reductions and movements share. Packs are pushed into the receivers' inboxes, a barrier tells
// that they have arrived, and the receivers take them out. The message is worked through in tiles, so it has no limit.
//
// An inbox has two slots. While tile t is taken out of one, tile t + 1 is pushed into the other, so that links and memory are
// busy together. One barrier a tile is enough: a rank comes to the barrier of tile t only when it has taken tile t - 1 out,
// so behind that barrier its slot is free for tile t + 1. Slots alternate from call to call as well. A call's first push,
// which no barrier of its own comes before, goes to the slot that the last tile before it did not use; each owner has taken
// that one out before it came to the last barrier.
//
// Only the own rank reads an input. So a call may be in place, and its caller may write to the input behind it.
#pragma once
#include "moves.cuh"
#include "signal.cuh"

namespace nz {

/// How this call's segments are cut. A function of the count and the plan alone, so all ranks cut alike.
struct Tile {
    u64 begin;  // first pack of each segment
    u64 packs;  // packs of this tile; a segment with a smaller count may have fewer
    u32 slot;   // of the inboxes
};

/// Packs of a segment that a slot holds: it is shared among those who write to one receiver.
template <class K, class Moves>
NZ_DEVICE constexpr u64 slot_packs() {
    return K::Plan::kInboxBytes / (Moves::kFromRoot ? 1 : K::kRanks) / K::kPackBytes;
}

/// Packs of the tile that a segment of `count` elements has.
template <class K>
NZ_DEVICE u64 tile_end(const Tile& tile, u64 count) {
    const u64 packs = K::packs(count);
    return packs <= tile.begin ? 0 : packs - tile.begin < tile.packs ? packs - tile.begin : tile.packs;
}

/// A slot of a rank's inbox.
template <class K>
NZ_DEVICE u8* inbox(const Call<K::kRanks>& call, u32 owner, u32 slot) {
    return call.domain[owner] + K::Plan::kInbox + slot * K::Plan::kInboxBytes;
}

/// The part of it that one rank writes, in one stage.
template <class K, class Moves>
NZ_DEVICE u8* inbox_part(const Call<K::kRanks>& call, u32 owner, u32 slot, u32 writer) {
    return inbox<K>(call, owner, slot) + (Moves::kFromRoot ? 0 : writer) * slot_packs<K, Moves>() * K::kPackBytes;
}

/// The i-th rank behind the own one, so that not all ranks push to the same one at once.
template <class K>
NZ_DEVICE u32 rank_behind(const Call<K::kRanks>& call, u32 i) {
    const u32 peer = call.rank + i;
    return peer < static_cast<u32>(K::kRanks) ? peer : peer - K::kRanks;
}

/// Pushes a pack into a peer's inbox, or its results. The barrier releases it.
template <class K>
NZ_DEVICE void push_pack(u8* part, u64 index, const Pack<K>& pack) {
    store_words<K::kPackBytes>(part + index * K::kPackBytes, pack.w);
}

/// Pushes this block's share of a tile to every rank that gets something.
template <class K, class Moves>
NZ_DEVICE void push_tile(const Call<K::kRanks>& call, const Moves& moves, const Tile& tile) {
    if constexpr (Moves::kOneSegment) {
        const u64 count = moves.most_sent();
        read_packs<K>(call.input, tile.begin, tile_end<K>(tile, count), count, [&](u64 at, const Pack<K>& pack) {
#pragma unroll
            for (int i = 1; i < K::kRanks; i++) {
                const u32 peer = rank_behind<K>(call, i);
                if (moves.count(call.rank, peer) != 0) {
                    push_pack<K>(inbox_part<K, Moves>(call, peer, tile.slot, call.rank), at, pack);
                }
            }
        });
    } else if (moves.most_sent() != 0) {
        for (u32 i = 1; i < static_cast<u32>(K::kRanks); i++) {
            const u32 peer = rank_behind<K>(call, i);
            const u64 count = moves.count(call.rank, peer);
            u8* part = inbox_part<K, Moves>(call, peer, tile.slot, call.rank);
            read_packs<K>(call.input + moves.source(call.rank, peer) * K::kElementBytes, tile.begin,
                          tile_end<K>(tile, count), count,
                          [&](u64 at, const Pack<K>& pack) { push_pack<K>(part, at, pack); });
        }
    }
}

/// A call by signals, in tiles of at most `MostPacks`.
template <class K, class Moves, u64 MostPacks>
struct SignalCall {
    const Call<K::kRanks>& call;
    Turn turn;
    u64 packs;
    u32 instance;

    NZ_MEMBER SignalCall(const Call<K::kRanks>& c, const Moves& moves) : call(c), packs(K::packs(c.count)) {
        load_words<4>(instance_word<K>(c), &instance);
        moves.prepare();
        turn = enter<K>(c, K::Plan::kStateInbox);
        if (turn.ok) {
            put_signature<K, Moves>(c, turn);
        }
    }

    /// Moves the state on, behind the first pushes: the next call begins in the slot that this one's last tile does not use.
    NZ_MEMBER void advance() const {
        const u32 tiles = static_cast<u32>((packs + MostPacks - 1) / MostPacks);
        move_on<K>(call, turn, K::Plan::kStateInbox, Words4{{(turn.line.w[0] + tiles) & 1u, 0, 0, 0}});
    }

    NZ_MEMBER Tile tile(u64 begin, u32 slot) const {
        const u64 left = begin < packs ? packs - begin : 0;
        return Tile{begin, left < MostPacks ? left : MostPacks, slot};
    }

    /// The first tile. It has no packs if the call has none; so has the one behind the last.
    NZ_MEMBER Tile first() const { return tile(0, turn.line.w[0] & 1u); }
    NZ_MEMBER Tile after(const Tile& before) const { return tile(before.begin + before.packs, before.slot ^ 1u); }

    template <BarrierKind Kind>
    NZ_MEMBER bool meet() {
        instance++;
        return barrier<K, Kind>(call, turn, instance);
    }

    /// Keeps the block's counter for the next call, and compares signatures.
    NZ_MEMBER void leave() {
        if (thread_id() == 0) {
            store_words<4>(instance_word<K>(call), &instance);
        }
        check_signatures<K, Moves>(call, turn);
    }
};

/// One stage: `take` makes of each tile that has arrived what the operation is about.
///
/// @param take called with the tile
template <class K, class Moves, class Take>
NZ_DEVICE void signal_one_stage(const Call<K::kRanks>& call, const Moves& moves, Take take) {
    fetch_parameters(call);
    kernel_enter();
    SignalCall<K, Moves, slot_packs<K, Moves>()> signal(call, moves);
    if (!signal.turn.ok) {
        return;
    }
    Tile tile = signal.first();
    push_tile<K>(call, moves, tile);
    signal.advance();
    let_next_start();
    while (tile.packs != 0) {
        if (!signal.template meet<BarrierKind::start>()) {
            return;
        }
        const Tile next = signal.after(tile);
        push_tile<K>(call, moves, next);
        take(tile);
        tile = next;
    }
    signal.leave();
}

}  // namespace nz
