// All-reduce, one shot: every rank pushes its whole message to every peer and reduces what it receives.
#pragma once
#include "lamport.cuh"
#include "signature.cuh"

namespace nz {

/// Pushes the packs of this thread; `first` is the pack at `grid_thread()`, already loaded.
template <class K>
NZ_DEVICE void push_input(const Call<K::kRanks>& call, u32 generation, u64 packs, bool aligned, const Pack<K>& first) {
    const u64 step = grid_threads();
    u64 index = grid_thread();
    if (index < packs) {
        push<K>(call, generation, index, first);
    }
    for (index += step; index < packs; index += K::kBatch * step) {
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

/// Receives, reduces and writes the packs of this thread.
///
/// @return false when a wait was given up
template <class K>
NZ_DEVICE bool reduce_received(const Call<K::kRanks>& call, const Turn& turn, u64 packs, bool aligned,
                               const Pack<K>& first) {
    const bool out_aligned = pack_aligned<K>(call.output);
    const u64 step = grid_threads();
    for (u64 index = grid_thread(); index < packs; index += K::kBatch * step) {
        Pack<K> parts[K::kBatch][K::kRanks];
        if (!poll_packs<K>(call, turn, index, step, packs, parts)) {
            return false;
        }
#pragma unroll
        for (int b = 0; b < K::kBatch; b++) {
            const u64 at = index + b * step;
            if (at < packs) {
                const Pack<K> own = at == grid_thread()
                                        ? first
                                        : remove_neg_zero<K>(load_pack<K>(call.input, at, call.count, aligned));
                store_pack<K>(call.output, at, call.count, out_aligned, reduce<K>(parts[b], call.rank, own));
            }
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
    const bool aligned = pack_aligned<K>(call.input);
    Pack<K> first{};
    if (grid_thread() < packs) {
        first = remove_neg_zero<K>(load_pack<K>(call.input, grid_thread(), call.count, aligned));
    }
    const Turn turn = enter<K>(call, K::Plan::kStateLamport, [&](const Words4& line) {
        return advance_lamport(line, packs * K::kPackBytes);
    });
    if (!turn.ok) {
        return;
    }
    push_input<K>(call, data_index(turn.line), packs, aligned, first);
    put_signature<K>(call, turn);
    clear<K>(call, turn.line);
    if (reduce_received<K>(call, turn, packs, aligned, first)) {
        check_signatures<K>(call, turn);
    }
    kernel_exit();
}

}  // namespace nz
