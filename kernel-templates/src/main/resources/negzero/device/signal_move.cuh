// Movement by signals, one stage: every rank takes what has come for it.
#pragma once
#include "move.cuh"
#include "signal_call.cuh"

namespace nz {

/// One pack on its way: from a peer's part of the inbox to its place in the output.
struct Fetch {
    u32 peer;
    u64 at;      // within the tile
    bool wanted;
};

/// Peers whose parts a rank empties in turn.
template <class K, class Moves>
NZ_DEVICE constexpr u32 fetched_peers() {
    return Moves::kFromRoot ? 1 : K::kRanks - 1;
}

/// The `item`-th pack that this thread takes of a tile: of every peer in turn.
template <class K, class Moves>
NZ_DEVICE Fetch fetch_of(const Call<K::kRanks>& call, const Moves& moves, const Tile& tile, u32 item) {
    constexpr u32 peers = fetched_peers<K, Moves>();
    Fetch fetch;
    fetch.peer = Moves::kFromRoot ? call.root : rank_behind<K>(call, 1 + item % peers);
    fetch.at = grid_thread() + item / peers * grid_threads();
    fetch.wanted = fetch.at < tile_end<K>(tile, moves.count(fetch.peer, call.rank));
    return fetch;
}

/// Takes this block's share of a tile from all peers, up to K::kMoveBatch packs in flight.
template <class K, class Moves>
NZ_DEVICE void take_tile(const Call<K::kRanks>& call, const Moves& moves, const Tile& tile) {
    const u64 passes = (tile_end<K>(tile, moves.most_received()) + grid_threads() - 1) / grid_threads();
    const u32 items = static_cast<u32>(passes) * fetched_peers<K, Moves>();
    for (u32 item = 0; item < items; item += K::kMoveBatch) {
        Pack<K> packs[K::kMoveBatch];
        start_unset<K>(packs);
#pragma unroll
        for (int b = 0; b < K::kMoveBatch; b++) {
            const Fetch fetch = fetch_of<K>(call, moves, tile, item + b);
            if (fetch.wanted) {
                const u8* part = inbox_part<K, Moves>(call, call.rank, tile.slot, fetch.peer);
                load_words<K::kPackBytes>(part + fetch.at * K::kPackBytes, packs[b].w);
            }
        }
#pragma unroll
        for (int b = 0; b < K::kMoveBatch; b++) {
            const Fetch fetch = fetch_of<K>(call, moves, tile, item + b);
            if (fetch.wanted) {
                store_segment<K>(call.output, moves.target(fetch.peer, call.rank), tile.begin + fetch.at,
                                 moves.count(fetch.peer, call.rank), packs[b]);
            }
        }
    }
}

/// The own segment is copied tile by tile as well, while the links are busy.
template <class K, class Moves>
NZ_DEVICE void move_by_signal(const Call<K::kRanks>& call, const Moves& moves) {
    signal_one_stage<K>(call, moves, [&](const Tile& tile) {
        take_tile<K>(call, moves, tile);
        copy_own<K>(call, moves, tile.begin, tile.begin + tile_end<K>(tile, moves.count(call.rank, call.rank)));
    });
}

}  // namespace nz
