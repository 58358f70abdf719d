// Lamport exchange: a slot holds the sentinel until data arrives, so the data is its own flag. No barrier, no counter.
//
// Three generations rotate. Call k writes generation g = k mod 3 of every peer's region, and clears, in the own region, the
// generation of call k-1. A slot written in call k was cleared in its owner's call k-2, which the writer knows to be over:
// in its call k-1 it received data that the owner sent in call k-1. With two generations it would have to be cleared in call
// k-1 itself, which the writer knows nothing of: a fast peer would write first and be wiped.
#pragma once
#include "poll.cuh"

namespace nz {

/// The fill of a free slot: -0.0 in the top lane of each 32-bit word, for every type of 8, 16 and 32 bits, so that calls
/// of different types can share a region. After `remove_neg_zero` no data word can equal it.
NZ_DEVICE constexpr u32 sentinel() { return 0x80000000u; }

/// A pack of free words.
template <class K>
NZ_DEVICE Pack<K> set_neg_zero() {
    Pack<K> pack;
#pragma unroll
    for (int i = 0; i < K::kPackWords; i++) {
        pack.w[i] = sentinel();
    }
    return pack;
}

/// Whether a word of the pack is still free. Tested per word, as the words of a pack arrive in any order.
template <class K>
NZ_DEVICE bool has_sentinel(const Pack<K>& pack) {
    bool any = false;
#pragma unroll
    for (int i = 0; i < K::kPackWords; i++) {
        any |= pack.w[i] == sentinel();
    }
    return any;
}

/// (`at` + `step`) mod `size`, for `at` < `size` and `step` <= `size`.
NZ_DEVICE u32 circular_add(u32 at, u32 step, u32 size) {
    const u32 sum = at + step;
    return sum >= size ? sum - size : sum;
}

/// The Lamport state line: calls, generation 0..2, bytes of the previous call (low, high). The generation stands beside
/// the counter, since 2^32 mod 3 is 1 and a remainder of the counter would jump at its wrap.
NZ_DEVICE u32 data_index(const Words4& line) { return line.w[1]; }
NZ_DEVICE u32 clear_index(const Words4& line) { return circular_add(line.w[1], 2, 3); }
NZ_DEVICE u64 previous_bytes(const Words4& line) { return line.w[2] | static_cast<u64>(line.w[3]) << 32; }

/// The state line after a call of `bytes` bytes.
NZ_DEVICE Words4 advance_lamport(const Words4& line, u64 bytes) {
    return Words4{{line.w[0] + 1, circular_add(line.w[1], 1, 3), static_cast<u32>(bytes), static_cast<u32>(bytes >> 32)}};
}

/// The slot that `writer` fills in `owner`'s region.
template <class K>
NZ_DEVICE u8* lamport_slot(const Call<K::kRanks>& call, u32 owner, u32 generation, u32 writer) {
    return call.domain[owner] + K::Plan::kLamport +
           (static_cast<u64>(generation) * K::kRanks + writer) * K::Plan::kLamportBytes;
}

/// Sends one pack without -0.0 lanes to every peer. Relaxed; pairs with the poll that finds no sentinel.
template <class K>
NZ_DEVICE void push(const Call<K::kRanks>& call, u32 generation, u64 index, const Pack<K>& pack) {
#pragma unroll
    for (int p = 0; p < K::kRanks; p++) {
        if (static_cast<u32>(p) != call.rank) {
            u8* slot = lamport_slot<K>(call, p, generation, call.rank);
            store_words_relaxed<K::kScope, K::kPackBytes>(slot + index * K::kPackBytes, pack.w);
        }
    }
}

/// Frees what the previous call received, to the extent in bytes that it had. Weak stores: this kernel's end and the next
/// one's start order them before anything a peer learns from the next call.
template <class K>
NZ_DEVICE void clear(const Call<K::kRanks>& call, const Words4& line) {
    const Words4 fill{{sentinel(), sentinel(), sentinel(), sentinel()}};
    const u64 lines = (previous_bytes(line) + 15) / 16;
    for (u64 i = grid_thread(); i < lines; i += grid_threads()) {
        for (int p = 0; p < K::kRanks; p++) {
            if (static_cast<u32>(p) != call.rank) {
                store_words<16>(lamport_slot<K>(call, call.rank, clear_index(line), p) + i * 16, fill.w);
            }
        }
    }
}

/// Polls packs `index`, `index + step`, ... of all peers, up to `Batch` of them and below `packs`, re-loading all together
/// until none holds a sentinel.
///
/// @return false when the wait was given up
template <class K, int Batch>
NZ_DEVICE bool poll_packs(const Call<K::kRanks>& call, const Turn& turn, u64 index, u64 step, u64 packs,
                          Pack<K> (&parts)[Batch][K::kRanks]) {
    const u8* slots = lamport_slot<K>(call, call.rank, data_index(turn.line), 0);
    Wait<K> wait(call, turn.epoch, K::Plan::kSiteLamportPoll);
    for (;;) {
        u32 missing = 0;
#pragma unroll
        for (int b = 0; b < Batch; b++) {
            const u64 at = index + b * step;
#pragma unroll
            for (int p = 0; p < K::kRanks; p++) {
                if (static_cast<u32>(p) != call.rank && at < packs) {
                    const u8* slot = slots + p * K::Plan::kLamportBytes;
                    load_words_relaxed<K::kScope, K::kPackBytes>(slot + at * K::kPackBytes, parts[b][p].w);
                }
            }
        }
#pragma unroll
        for (int b = 0; b < Batch; b++) {
#pragma unroll
            for (int p = 0; p < K::kRanks; p++) {
                if (static_cast<u32>(p) != call.rank && index + b * step < packs) {
                    missing |= has_sentinel<K>(parts[b][p]) ? 1u << p : 0u;
                }
            }
        }
        if (missing == 0) {
            return true;
        }
        if (!wait.again(missing)) {
            return false;
        }
    }
}

}  // namespace nz
