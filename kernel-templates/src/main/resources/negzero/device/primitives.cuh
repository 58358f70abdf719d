// Primitives for kernels of one's own, over the memory that a plan lays out. A kernel enters with `kernel_enter()`; a call's
// words carry its tag, which is never 0 and never one that older words of the same place may have.
//
// Who reads a word by `poll` needs no fence for the word itself. Data beside it does: the writer publishes, the reader
// acquires behind its poll.
#pragma once
#include "signal.cuh"
#include "triples.cuh"

namespace nz {

/// Announces data by a pair: all that this thread has stored, and behind `cta_sync_drain` all that its block has, comes before
/// the word. Pairs with `acquire` behind the poll that sees the tag.
template <class K>
NZ_DEVICE void publish(u64* slot, u32 value, u32 tag) {
    fence_release<K::kScope>();
    put<K>(slot, value, tag);
}

/// Publishes what this block has stored to every peer. All threads of the block; thread p publishes to rank p.
///
/// @param slot_of gives the word for a rank, in that rank's region
template <class K, class SlotOf>
NZ_DEVICE void put_release_all(const Call<K::kRanks>& call, u32 value, u32 tag, SlotOf slot_of) {
    cta_sync_drain();
    const u32 peer = thread_id();
    if (peer < static_cast<u32>(K::kRanks) && peer != call.rank) {
        publish<K>(slot_of(peer), value, tag);
    }
}

/// What was stored before the words that this thread has polled is seen by what it loads from here on; at the plan's scope.
template <class K>
NZ_DEVICE void acquire() {
    fence_acquire<K::kScope>();
}

/// The same for words that another GPU or the host has published, whatever the plan's scope.
NZ_DEVICE void acquire_system() { fence_acquire<Scope::System>(); }

/// Stores a word of three 16-bit values and a 16-bit tag.
template <class K>
NZ_DEVICE void put_triple(u64* slot, u32 first, u32 second, u32 third, u32 tag) {
    const u64 values = (first & 0xFFFFu) | static_cast<u64>(second & 0xFFFFu) << 16 | static_cast<u64>(third & 0xFFFFu) << 32;
    store_relaxed<K::kScope>(slot, triple(values, tag));
}

/// Polls `Words` words side by side, re-loading all together until `ready` of each.
///
/// @param from the rank that writes them, for the report when it doesn't
/// @return false when the wait was given up, for any rank's fault or this one's deadline
template <class K, int Words, class Ready>
NZ_DEVICE bool poll_until(const Call<K::kRanks>& call, const u64* slot, u32 tag, u32 from, u64 (&words)[Words],
                          Ready ready) {
    Wait<K> wait(call, tag, K::Plan::kSiteMailboxPoll);
    for (;;) {
        bool all = true;
#pragma unroll
        for (int i = 0; i < Words; i++) {
            words[i] = load_relaxed<K::kScope>(slot + i);
            all = all && ready(words[i]);
        }
        if (all) {
            return true;
        }
        if (!wait.again(1u << from)) {
            return false;
        }
    }
}

/// Polls pairs until all carry the tag; see `poll_until`.
template <class K, int Words>
NZ_DEVICE bool poll(const Call<K::kRanks>& call, const u64* slot, u32 tag, u32 from, u32 (&values)[Words]) {
    u64 words[Words];
    if (!poll_until<K>(call, slot, tag, from, words, [&](u64 word) { return tag_of(word) == tag; })) {
        return false;
    }
#pragma unroll
    for (int i = 0; i < Words; i++) {
        values[i] = value_of(words[i]);
    }
    return true;
}

/// Polls triples until all carry the tag; the values are the low 48 bits of each word. See `poll_until`.
template <class K, int Words>
NZ_DEVICE bool poll_triples(const Call<K::kRanks>& call, const u64* slot, u32 tag, u32 from, u64 (&values)[Words]) {
    if (!poll_until<K>(call, slot, tag, from, values, [&](u64 word) { return triple_tag(word) == tag; })) {
        return false;
    }
#pragma unroll
    for (int i = 0; i < Words; i++) {
        values[i] &= 0xFFFFFFFFFFFFull;
    }
    return true;
}

/// Gives up: tells every rank that this one hasn't heard from those in `missing`. Every kernel of the group then leaves.
template <class K>
NZ_DEVICE void fail(const Call<K::kRanks>& call, u32 epoch, u32 site, u32 missing) {
    report<K>(call, Fault{K::Plan::kFaultTimeout, site, epoch, missing, 0, 0, 0, 0});
}

/// 1, 2 or 4 words that blocks of this GPU share; each word an atom, no order among them.
template <int Words>
NZ_DEVICE void load_dev(const u32* from, u32 (&words)[Words]) {
    load_words_relaxed<Scope::Device, 4 * Words>(reinterpret_cast<const u8*>(from), words);
}
template <int Words>
NZ_DEVICE void store_dev(u32* to, const u32 (&words)[Words]) {
    store_words_relaxed<Scope::Device, 4 * Words>(reinterpret_cast<u8*>(to), words);
}

/// 16 bytes, aligned, without an order: of memory that an acquire, a block barrier or the kernel's start has made ours.
NZ_DEVICE Words4 load128(const void* from) {
    Words4 words;
    load_words<16>(static_cast<const u8*>(from), words.w);
    return words;
}

}  // namespace nz
