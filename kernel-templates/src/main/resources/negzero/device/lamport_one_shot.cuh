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

/// Pushes this thread's packs behind its first.
template <class K, class Moves>
NZ_DEVICE void push_rest(const Call<K::kRanks>& call, const Moves& moves, u32 generation, u64 packs) {
    const u64 step = grid_threads();
    for (u64 index = grid_thread() + step; index < packs; index += K::kBatch * step) {
        SegmentPacks<K, Moves> batch[K::kBatch];
#pragma unroll
        for (int b = 0; b < K::kBatch; b++) {
            if (index + b * step < packs) {
                batch[b] = load_packs<K>(call, moves, index + b * step);
            }
        }
#pragma unroll
        for (int b = 0; b < K::kBatch; b++) {
            if (index + b * step < packs) {
                push_packs<K>(call, generation, index + b * step, remove_neg_zeros(batch[b]));
            }
        }
    }
}

/// Receives, reduces and writes up to `Batch` packs of this thread.
///
/// @param own gives this rank's pack at an index, without -0.0 lanes
/// @return false when the wait was given up
template <class K, int Batch, class Own>
NZ_DEVICE bool reduce_received(const Call<K::kRanks>& call, const Turn& turn, u64 index, u64 packs, Own own) {
    const bool aligned = pack_aligned<K>(call.output);
    const u64 step = grid_threads();
    const auto wanted = [&](int b, int p) { return static_cast<u32>(p) != call.rank && index + b * step < packs; };
    Pack<K> parts[Batch][K::kRanks];
    if (!poll_packs<K, Batch>(call, turn, index * K::kPackBytes, step * K::kPackBytes, wanted, parts)) {
        return false;
    }
#pragma unroll
    for (int b = 0; b < Batch; b++) {
        const u64 at = index + b * step;
        if (at < packs) {
            store_pack<K>(call.output, at, call.count, aligned, reduce<K>(parts[b], call.rank, own(at)));
        }
    }
    return true;
}

/// Receives all packs of this thread. The first is still in a register; with one pack a thread nothing is loaded twice.
template <class K>
NZ_DEVICE bool reduce_all(const Call<K::kRanks>& call, const Turn& turn, u64 packs, u64 own_first, const Pack<K>& first) {
    u64 index = grid_thread();
    if (index >= packs) {
        return true;
    }
    if (!reduce_received<K, 1>(call, turn, index, packs, [&](u64) { return first; })) {
        return false;
    }
    for (index += grid_threads(); index < packs; index += K::kBatch * grid_threads()) {
        const auto load = [&](u64 at) {
            return remove_neg_zero<K>(load_segment<K>(call.input, own_first, at, call.count));
        };
        if (!reduce_received<K, K::kBatch>(call, turn, index, packs, load)) {
            return false;
        }
    }
    return true;
}

/// The input is loaded before the state: the two latencies overlap. Clearing stands between push and poll, where it hides
/// behind the packs' flight. An element is read and written by the same thread, so in-place calls are safe.
template <class K, class Moves>
NZ_DEVICE void reduce_by_lamport(const Call<K::kRanks>& call, const Moves& moves) {
    kernel_enter();
    const u64 packs = K::packs(call.count);
    const u64 index = grid_thread();
    SegmentPacks<K, Moves> first{};
    if (index < packs) {
        first = remove_neg_zeros(load_packs<K>(call, moves, index));
    }
    const Turn turn = enter<K>(call, lamport_state<K>());
    if (!turn.ok) {
        return;
    }
    if (index < packs) {
        push_packs<K>(call, data_index(turn.line), index, first);
    }
    push_rest<K>(call, moves, data_index(turn.line), packs);
    put_signature<K, Moves>(call, turn);
    move_on<K>(call, turn, lamport_state<K>(), advance_lamport(turn.line, packs * K::kPackBytes));
    clear<K>(call, turn.line);
    const u64 own = moves.source(call.rank, call.rank);
    if (reduce_all<K>(call, turn, packs, own, first.to(call.rank))) {
        check_signatures<K, Moves>(call, turn);
    }
}

}  // namespace nz
