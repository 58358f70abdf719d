// Mailbox: 64-bit words of 32 value bits (low) and a 32-bit tag (high). A word is never split, so a load that sees the tag
// sees the value: put and poll need no fence.
#pragma once
#include "poll.cuh"

namespace nz {

/// A tagged word.
NZ_DEVICE u64 tagged(u32 value, u32 tag) { return value | static_cast<u64>(tag) << 32; }
NZ_DEVICE u32 value_of(u64 word) { return static_cast<u32>(word); }
NZ_DEVICE u32 tag_of(u64 word) { return static_cast<u32>(word >> 32); }

/// Stores one tagged word. Relaxed; pairs with the poll that sees its tag.
template <class K>
NZ_DEVICE void put(u64* slot, u32 value, u32 tag) {
    store_relaxed<K::kScope>(slot, tagged(value, tag));
}

/// Stores the words of a pack, each tagged.
template <class K>
NZ_DEVICE void put_words(u64* slot, const Pack<K>& pack, u32 tag) {
#pragma unroll
    for (int i = 0; i < K::kPackWords; i++) {
        put<K>(slot + i, pack.w[i], tag);
    }
}

/// Reads the words of a pack; false while one of them carries another tag.
template <class K>
NZ_DEVICE bool try_words(const u64* slot, u32 tag, Pack<K>& pack) {
    bool ready = true;
#pragma unroll
    for (int i = 0; i < K::kPackWords; i++) {
        const u64 word = load_relaxed<K::kScope>(slot + i);
        ready = ready && tag_of(word) == tag;
        pack.w[i] = value_of(word);
    }
    return ready;
}

/// The slot that `writer` fills in `owner`'s mailbox.
///
/// Two parities. A rank writes parity q of a peer again two calls later, and by then has heard from that peer's call in
/// between, which started after the peer had finished the first: nothing unread is overwritten.
template <class K>
NZ_DEVICE u64* mailbox_slot(const Call<K::kRanks>& call, u32 owner, u32 parity, u32 writer) {
    return reinterpret_cast<u64*>(call.domain[owner] + K::Plan::kMailbox) +
           (static_cast<u64>(parity) * K::kRanks + writer) * K::Plan::kMailboxWords;
}

/// In the last two calls before tags start over, empties the other parity: its words of 2^32 calls ago would pass for new.
///
/// That parity's words were consumed by the previous call. Peers write it again only after hearing from every block of
/// this call, and each block clears its share, with release, before its first put.
template <class K>
NZ_DEVICE void forget_old_tags(const Call<K::kRanks>& call, u32 tag, u32 parity) {
    if (tag < 0xFFFFFFFEu) {
        return;
    }
    const u64 words = static_cast<u64>(K::kRanks) * K::Plan::kMailboxWords;
    u8* other = reinterpret_cast<u8*>(mailbox_slot<K>(call, call.rank, parity ^ 1u, 0));
    const u32 none[2] = {0, 0};
    for (u64 i = grid_thread(); i < words; i += grid_threads()) {
        store_words<8>(other + i * 8, none);
    }
    cta_sync_drain();
    fence_release<K::kScope>();
}

/// The mailbox's state line for the next call.
NZ_DEVICE Words4 advance_mailbox(const Words4& line) {
    return Words4{{next_tag(line.w[0]), line.w[1] ^ 1u, 0, 0}};
}

}  // namespace nz
