// All-reduce, one shot: every rank pushes its whole message to every peer and reduces what it receives.
#pragma once
#include "lamport.cuh"
#include "signature.cuh"

namespace nz {

/// Pushes this thread's packs behind its first.
template <class K>
NZ_DEVICE void push_rest(const Call<K::kRanks>& call, u32 generation, u64 packs, bool aligned) {
    const u64 step = grid_threads();
    for (u64 index = grid_thread() + step; index < packs; index += K::kBatch * step) {
        Pack<K> batch[K::kBatch];
#pragma unroll
        for (int b = 0; b < K::kBatch; b++) {
            if (index + b * step < packs) {
                batch[b] = load_pack<K>(call.input, index + b * step, call.count, aligned);
            }
        }
#pragma unroll
        for (int b = 0; b < K::kBatch; b++) {
            if (index + b * step < packs) {
                push<K>(call, generation, index + b * step, remove_neg_zero<K>(batch[b]));
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
    Pack<K> parts[Batch][K::kRanks];
    if (!poll_packs<K, Batch>(call, turn, index, step, packs, parts)) {
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
NZ_DEVICE bool reduce_all(const Call<K::kRanks>& call, const Turn& turn, u64 packs, bool aligned, const Pack<K>& first) {
    u64 index = grid_thread();
    if (index >= packs) {
        return true;
    }
    if (!reduce_received<K, 1>(call, turn, index, packs, [&](u64) { return first; })) {
        return false;
    }
    for (index += grid_threads(); index < packs; index += K::kBatch * grid_threads()) {
        const auto load = [&](u64 at) { return remove_neg_zero<K>(load_pack<K>(call.input, at, call.count, aligned)); };
        if (!reduce_received<K, K::kBatch>(call, turn, index, packs, load)) {
            return false;
        }
    }
    return true;
}

/// The input is loaded before the state: the two latencies overlap. Clearing stands between push and poll, where it hides
/// behind the packs' flight. An element is read and written by the same thread, so output == input is safe.
template <class K>
NZ_DEVICE void all_reduce_lamport_one_shot(const Call<K::kRanks>& call) {
    kernel_enter();
    const u64 packs = K::packs(call.count);
    const u64 index = grid_thread();
    const bool aligned = pack_aligned<K>(call.input);
    Pack<K> first{};
    if (index < packs) {
        first = remove_neg_zero<K>(load_pack<K>(call.input, index, call.count, aligned));
    }
    const Turn turn = enter<K>(call, K::Plan::kStateLamport);
    if (!turn.ok) {
        return;
    }
    if (index < packs) {
        push<K>(call, data_index(turn.line), index, first);
    }
    push_rest<K>(call, data_index(turn.line), packs, aligned);
    put_signature<K>(call, turn);
    move_on<K>(call, turn, K::Plan::kStateLamport, advance_lamport(turn.line, packs * K::kPackBytes));
    clear<K>(call, turn.line);
    if (reduce_all<K>(call, turn, packs, aligned, first)) {
        check_signatures<K>(call, turn);
    }
}

}  // namespace nz
