// Reductions by Lamport exchange, one shot: every rank pushes what each peer reduces, and reduces what it receives.
#pragma once
#include "lamport.cuh"

namespace nz {

/// Packs of one index: one of each segment of an input.
template <class K, class Moves>
struct SegmentPacks {
    static constexpr int kSegments = Moves::kOneSegment ? 1 : K::kRanks;
    Pack<K> of[kSegments];

    /// The one that goes to a rank. A choice, not an index: registers can't be indexed.
    NZ_MEMBER Pack<K> to(u32 rank) const {
        Pack<K> pack = of[0];
#pragma unroll
        for (int p = 1; p < kSegments; p++) {
            pack = rank == static_cast<u32>(p) ? of[p] : pack;
        }
        return pack;
    }
};

template <class K, class Moves>
NZ_DEVICE SegmentPacks<K, Moves> load_packs(const Call<K::kRanks>& call, const Moves& moves, u64 index) {
    SegmentPacks<K, Moves> packs;
#pragma unroll
    for (int p = 0; p < SegmentPacks<K, Moves>::kSegments; p++) {
        packs.of[p] = load_segment<K>(call.input, moves.source(call.rank, p), index, call.count);
    }
    return packs;
}

/// The same packs without -0.0 lanes.
template <class K, class Moves>
NZ_DEVICE SegmentPacks<K, Moves> remove_neg_zeros(SegmentPacks<K, Moves> packs) {
#pragma unroll
    for (int p = 0; p < SegmentPacks<K, Moves>::kSegments; p++) {
        packs.of[p] = remove_neg_zero<K>(packs.of[p]);
    }
    return packs;
}

/// Sends pack `index` of every segment to its peer.
template <class K, class Moves>
NZ_DEVICE void push_packs(const Call<K::kRanks>& call, u32 generation, u64 index, const SegmentPacks<K, Moves>& packs) {
#pragma unroll
    for (int p = 0; p < K::kRanks; p++) {
        if (static_cast<u32>(p) != call.rank) {
            push_to<K>(call, generation, p, index * K::kPackBytes, packs.to(p));
        }
    }
}

/// Receives, reduces and writes one pack of this thread.
///
/// @param own this rank's pack, without -0.0 lanes
/// @return false when the wait was given up
template <class K>
NZ_DEVICE bool reduce_received(const Call<K::kRanks>& call, const Turn& turn, u64 index, const Pack<K>& own) {
    const auto wanted = [&](int p) { return static_cast<u32>(p) != call.rank; };
    Pack<K> parts[K::kRanks];
    if (!poll_packs<K>(call, turn, index * K::kPackBytes, wanted, parts)) {
        return false;
    }
    const bool aligned = pack_aligned<K>(call.output);
    store_pack<K>(call.output, index, call.count, aligned, reduce<K>(parts, call.rank, own));
    return true;
}

/// What a thread has sent and not received yet: its packs at two indexes.
template <class K, class Moves>
struct Ahead {
    const Call<K::kRanks>& call;
    const Moves& moves;
    u64 packs;
    u64 step;
    u64 index;         // of the next to receive
    Pack<K> own;       // this rank's pack there
    Pack<K> own_next;  // and one step behind it, which is sent as well

    NZ_MEMBER bool has(u64 at) const { return at < packs; }

    NZ_MEMBER SegmentPacks<K, Moves> load(u64 at) const {
        return has(at) ? load_packs<K>(call, moves, at) : SegmentPacks<K, Moves>{};
    }

    /// Sends what was loaded.
    ///
    /// @return this rank's pack of it
    NZ_MEMBER Pack<K> send(u32 generation, u64 at, const SegmentPacks<K, Moves>& loaded) const {
        if (!has(at)) {
            return {};
        }
        const SegmentPacks<K, Moves> packs_there = remove_neg_zeros(loaded);
        push_packs<K>(call, generation, at, packs_there);
        return packs_there.to(call.rank);
    }
};

/// Receives all packs of this thread. A pack is sent two steps before it is received, and loaded ahead of the wait in between,
/// so links, memory and waits are busy together: sending all of them first took 18.1 us for 4 MiB, this takes 15.1 us.
///
/// A push waits for packs of lower indexes alone, so ranks don't wait for each other in a circle, whatever their grids.
///
/// @return false when a wait was given up
template <class K, class Moves>
NZ_DEVICE bool reduce_all(Ahead<K, Moves>& ahead, const Turn& turn) {
    while (ahead.has(ahead.index + ahead.step)) {
        const u64 behind = ahead.index + 2 * ahead.step;
        const SegmentPacks<K, Moves> loaded = ahead.load(behind);
        if (!reduce_received<K>(ahead.call, turn, ahead.index, ahead.own)) {
            return false;
        }
        ahead.index += ahead.step;
        ahead.own = ahead.own_next;
        ahead.own_next = ahead.send(data_index(turn.line), behind, loaded);
    }
    return !ahead.has(ahead.index) || reduce_received<K>(ahead.call, turn, ahead.index, ahead.own);
}

/// The input is asked for before the state, and first used behind it: the two latencies overlap. Clearing stands between push
/// and poll, where it hides behind the packs' flight. An element is read and written by the same thread, so in-place calls
/// are safe.
template <class K, class Moves>
NZ_DEVICE void reduce_by_lamport(const Call<K::kRanks>& call, const Moves& moves) {
    fetch_parameters(call);
    kernel_enter();
    Ahead<K, Moves> ahead{call, moves, K::packs(call.count), grid_threads(), grid_thread(), {}, {}};
    const SegmentPacks<K, Moves> first = ahead.load(ahead.index);
    const Turn turn = enter<K>(call, lamport_state<K>());
    if (!turn.ok) {
        return;
    }
    ahead.own = ahead.send(data_index(turn.line), ahead.index, first);
    const u64 second = ahead.index + ahead.step;
    if (ahead.has(second)) {
        ahead.own_next = ahead.send(data_index(turn.line), second, ahead.load(second));
    }
    let_next_start();
    put_signature<K, Moves>(call, turn);
    move_on<K>(call, turn, lamport_state<K>(), advance_lamport(turn.line, ahead.packs * K::kPackBytes));
    clear<K>(call, turn.line);
    if (reduce_all<K, Moves>(ahead, turn)) {
        check_signatures<K, Moves>(call, turn);
    }
}

}  // namespace nz
