// Lamport exchange: a slot holds the sentinel until data arrives, so the data is its own flag. No barrier, no counter.
//
// Three generations rotate. Call k writes generation g = k mod 3 of every peer's region, and clears, in the own region, the
// generation of call k-1. A slot written in call k was cleared in its owner's call k-2, which the writer knows to be over:
// in its call k-1 it received data that the owner sent in call k-1. With two generations it would have to be cleared in call
// k-1 itself, which the writer knows nothing of: a fast peer would write first and be wiped.
#pragma once
#include "moves.cuh"
#include "signature.cuh"

namespace nz {

/// The fill of a free slot: -0.0 in the top lane of each 32-bit word, for every type of 8, 16 and 32 bits, so that calls
/// of different types can share a region. After `remove_neg_zero` no data word can equal it. Types of 64 bits have a region
/// of their own, where the fill is in the upper of each two words and 0 in the lower: -0.0 again.
NZ_DEVICE constexpr u32 sentinel() { return 0x80000000u; }

/// Word `i` of a free slot.
template <class K>
NZ_DEVICE constexpr u32 sentinel_word(int i) {
    return K::kAtomBytes == 8 && i % 2 == 0 ? 0 : sentinel();
}

/// A pack of free words.
template <class K>
NZ_DEVICE Pack<K> set_neg_zero() {
    Pack<K> pack;
#pragma unroll
    for (int i = 0; i < K::kPackWords; i++) {
        pack.w[i] = sentinel_word<K>(i);
    }
    return pack;
}

/// Whether an atom of the pack is still free: a word, or of types of 64 bits two. Tested for each, as the atoms of a pack
/// arrive in any order.
template <class K>
NZ_DEVICE bool has_sentinel(const Pack<K>& pack) {
    bool any = false;
#pragma unroll
    for (int i = 0; i < K::kPackWords; i += K::kAtomBytes / 4) {
        if constexpr (K::kAtomBytes == 8) {
            any |= pack.w[i] == 0 && pack.w[i + 1] == sentinel();
        } else {
            any |= pack.w[i] == sentinel();
        }
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

/// The state line after a call of `bytes` bytes in each slot.
NZ_DEVICE Words4 advance_lamport(const Words4& line, u64 bytes) {
    return Words4{{line.w[0] + 1, circular_add(line.w[1], 1, 3), static_cast<u32>(bytes), static_cast<u32>(bytes >> 32)}};
}

/// Where the exchange of this kernel's type lives: the state line, the region and the bytes of a slot.
template <class K>
NZ_DEVICE constexpr u64 lamport_state() {
    return K::kAtomBytes == 8 ? K::Plan::kStateLamport64 : K::Plan::kStateLamport;
}
template <class K>
NZ_DEVICE constexpr u64 lamport_region() {
    return K::kAtomBytes == 8 ? K::Plan::kLamport64 : K::Plan::kLamport;
}
template <class K>
NZ_DEVICE constexpr u64 lamport_slot_bytes() {
    return K::kAtomBytes == 8 ? K::Plan::kLamport64Bytes : K::Plan::kLamportBytes;
}

/// The slot that `writer` fills in `owner`'s region.
template <class K>
NZ_DEVICE u8* lamport_slot(const Call<K::kRanks>& call, u32 owner, u32 generation, u32 writer) {
    return call.domain[owner] + lamport_region<K>() +
           (static_cast<u64>(generation) * K::kRanks + writer) * lamport_slot_bytes<K>();
}

/// Sends one pack without -0.0 lanes to one peer, at some byte of the own slot there. Relaxed; pairs with the poll that finds
/// no sentinel.
template <class K>
NZ_DEVICE void push_to(const Call<K::kRanks>& call, u32 generation, u32 peer, u64 at, const Pack<K>& pack) {
    u8* slot = lamport_slot<K>(call, peer, generation, call.rank);
    store_words_relaxed<K::kScope, K::kPackBytes, K::kAtomBytes>(slot + at, pack.w);
}

/// Sends one pack without -0.0 lanes to every peer.
template <class K>
NZ_DEVICE void push(const Call<K::kRanks>& call, u32 generation, u64 at, const Pack<K>& pack) {
#pragma unroll
    for (int p = 0; p < K::kRanks; p++) {
        if (static_cast<u32>(p) != call.rank) {
            push_to<K>(call, generation, p, at, pack);
        }
    }
}

/// Frees what the previous call received, to the extent in bytes that it had in each slot. Weak stores: this kernel's end
/// and the next one's start order them before anything a peer learns from the next call.
template <class K>
NZ_DEVICE void clear(const Call<K::kRanks>& call, const Words4& line) {
    constexpr u32 low = sentinel_word<K>(0);
    const Words4 fill{{low, sentinel(), low, sentinel()}};
    const u64 lines = (previous_bytes(line) + 15) / 16;
    for (u64 i = grid_thread(); i < lines; i += grid_threads()) {
        for (int p = 0; p < K::kRanks; p++) {
            if (static_cast<u32>(p) != call.rank) {
                store_words<16>(lamport_slot<K>(call, call.rank, clear_index(line), p) + i * 16, fill.w);
            }
        }
    }
}

/// Polls a pack of each wanted peer, all re-loaded together until none holds a sentinel.
///
/// @param at byte of the pack in each slot
/// @param wanted(p) whether peer p sends one; never true of the own rank
/// @return false when the wait was given up
template <class K, class Wanted>
NZ_DEVICE bool poll_packs(const Call<K::kRanks>& call, const Turn& turn, u64 at, Wanted wanted, Pack<K> (&parts)[K::kRanks]) {
    const u8* slots = lamport_slot<K>(call, call.rank, data_index(turn.line), 0) + at;
    Wait<K> wait(call, turn.epoch, K::Plan::kSiteLamportPoll);
    for (;;) {
        u32 missing = 0;
#pragma unroll
        for (int p = 0; p < K::kRanks; p++) {
            if (wanted(p)) {
                load_words_relaxed<K::kScope, K::kPackBytes, K::kAtomBytes>(slots + p * lamport_slot_bytes<K>(), parts[p].w);
            }
        }
#pragma unroll
        for (int p = 0; p < K::kRanks; p++) {
            if (wanted(p)) {
                missing |= has_sentinel<K>(parts[p]) ? 1u << p : 0u;
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
