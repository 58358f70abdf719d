// Mailbox: the words of a pack travel tagged with their call. `Mail` is how: as pairs (below) or as triples (triples.cuh).
#pragma once
#include "signature.cuh"

namespace nz {

/// Mail of pairs: each word of a pack as a tagged word.
template <class Kernel>
struct Pairs {
    typedef Kernel K;
    static constexpr int kWords = K::kPackWords;  // of a pack
    static constexpr u32 kLastTag = 0xFFFFFFFFu;
    static constexpr u64 kState = K::Plan::kStateMailbox;
    static constexpr u64 kRegion = K::Plan::kMailbox;
    static constexpr u64 kSlotWords = K::Plan::kMailboxWords;

    static NZ_MEMBER u32 tag(u64 word) { return tag_of(word); }
    static NZ_MEMBER u64 word(const Pack<K>& pack, int i, u32 tag) { return tagged(pack.w[i], tag); }
    static NZ_MEMBER Pack<K> pack(const u64 (&words)[kWords]) {
        Pack<K> result;
#pragma unroll
        for (int i = 0; i < kWords; i++) {
            result.w[i] = value_of(words[i]);
        }
        return result;
    }
};

/// Stores the words of a pack. Relaxed; pairs with the poll that sees their tags.
template <class Mail>
NZ_DEVICE void put_words(u64* slot, const Pack<typename Mail::K>& pack, u32 tag) {
#pragma unroll
    for (int i = 0; i < Mail::kWords; i++) {
        store_relaxed<Mail::K::kScope>(slot + i, Mail::word(pack, i, tag));
    }
}

/// Reads the words of a pack; false while one of them carries another tag.
template <class Mail>
NZ_DEVICE bool try_words(const u64* slot, u32 tag, Pack<typename Mail::K>& pack) {
    bool ready = true;
    u64 words[Mail::kWords];
#pragma unroll
    for (int i = 0; i < Mail::kWords; i++) {
        words[i] = load_relaxed<Mail::K::kScope>(slot + i);
        ready = ready && Mail::tag(words[i]) == tag;
    }
    pack = Mail::pack(words);
    return ready;
}

/// The slot that `writer` fills in `owner`'s mailbox.
///
/// Two parities. A rank writes parity q of a peer again two calls later, and by then has heard from that peer's call in
/// between, which started after the peer had finished the first: nothing unread is overwritten.
template <class Mail>
NZ_DEVICE u64* mailbox_slot(const Call<Mail::K::kRanks>& call, u32 owner, u32 parity, u32 writer) {
    return reinterpret_cast<u64*>(call.domain[owner] + Mail::kRegion) +
           (static_cast<u64>(parity) * Mail::K::kRanks + writer) * Mail::kSlotWords;
}

/// The mail of one call.
struct Post {
    u32 tag;
    u32 parity;
};

/// The tag after `tag`. 0 is never one, as memory starts zeroed.
template <class Mail>
NZ_DEVICE u32 next_mail_tag(u32 tag) {
    return tag == Mail::kLastTag ? 1 : tag + 1;
}

/// The mail of the call after the one that left this state line.
template <class Mail>
NZ_DEVICE Post post_of(const Words4& line) {
    return Post{next_mail_tag<Mail>(line.w[0]), line.w[1] ^ 1u};
}

/// The state line that a call leaves.
NZ_DEVICE Words4 advance_mailbox(const Post& post) { return Words4{{post.tag, post.parity, 0, 0}}; }

/// Empties the other parity, whose words of one round of tags ago would pass for new. By one block.
template <class Mail>
NZ_DEVICE_COLD void empty_other_parity(const Call<Mail::K::kRanks>& call, u32 parity) {
    u8* other = reinterpret_cast<u8*>(mailbox_slot<Mail>(call, call.rank, parity ^ 1u, 0));
    const u32 none[2] = {0, 0};
    for (u64 i = thread_id(); i < Mail::K::kRanks * Mail::kSlotWords; i += block_threads()) {
        store_words<8>(other + i * 8, none);
    }
    cta_sync_drain();
    fence_release<Mail::K::kScope>();
}

/// In the last two calls before tags start over, empties the other parity.
///
/// That parity's words were consumed by the previous call. Peers write it again only after this call, and don't leave it
/// before they have heard from one block of this rank, by its signature or its words: the one that clears, with release, before
/// its first put.
template <class Mail, class Moves>
NZ_DEVICE void forget_old_tags(const Call<Mail::K::kRanks>& call, const Post& post) {
    if (post.tag >= Mail::kLastTag - 1 && is_heard_block<typename Mail::K, Moves>()) {
        empty_other_parity<Mail>(call, post.parity);
    }
}

/// Polls one pack of every wanted peer, all re-loaded together until every tag is this call's.
///
/// @param word place of the pack in a slot
/// @param wanted bit p: peer p sends this pack
/// @return false when the wait was given up
template <class Mail>
NZ_DEVICE bool poll_mail(const Call<Mail::K::kRanks>& call, const Turn& turn, const Post& post, u64 word, u32 wanted,
                         Pack<typename Mail::K> (&parts)[Mail::K::kRanks]) {
    typedef typename Mail::K K;
    Wait<K> wait(call, turn.epoch, K::Plan::kSiteMailboxPoll);
    for (;;) {
        u32 missing = 0;
#pragma unroll
        for (int p = 0; p < K::kRanks; p++) {
            if ((wanted >> p & 1u) != 0) {
                const u64* slot = mailbox_slot<Mail>(call, call.rank, post.parity, p) + word;
                missing |= try_words<Mail>(slot, post.tag, parts[p]) ? 0u : 1u << p;
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

/// Puts this rank's packs into the mailboxes of those who get them. Own segments don't travel.
template <class Mail, class Moves>
NZ_DEVICE void send_mail(const Call<Mail::K::kRanks>& call, const Moves& moves, const Post& post) {
    typedef typename Mail::K K;
    const u64 packs = K::packs(moves.most_sent());
    for (u64 index = grid_thread(); index < packs; index += grid_threads()) {
        Pack<K> pack;
        if constexpr (Moves::kOneSegment) {
            pack = load_segment<K>(call.input, 0, index, moves.most_sent());
        }
#pragma unroll
        for (int p = 0; p < K::kRanks; p++) {
            const u64 count = moves.count(call.rank, p);
            if (static_cast<u32>(p) != call.rank && index < K::packs(count)) {
                if constexpr (!Moves::kOneSegment) {
                    pack = load_segment<K>(call.input, moves.source(call.rank, p), index, count);
                }
                put_words<Mail>(mailbox_slot<Mail>(call, p, post.parity, call.rank) + index * Mail::kWords, pack, post.tag);
            }
        }
    }
}

/// A call through the mailbox: what reductions and movements share.
///
/// @param receive takes the packs of the peers; false when a wait was given up
template <class Mail, class Moves, class Receive>
NZ_DEVICE void exchange_mail(const Call<Mail::K::kRanks>& call, const Moves& moves, Receive receive) {
    typedef typename Mail::K K;
    fetch_parameters(call);
    kernel_enter();
    moves.prepare();
    const Turn turn = enter<K>(call, Mail::kState);
    if (!turn.ok) {
        return;
    }
    const Post post = post_of<Mail>(turn.line);
    forget_old_tags<Mail, Moves>(call, post);
    send_mail<Mail>(call, moves, post);
    let_next_start();
    put_signature<K, Moves>(call, turn);
    move_on<K>(call, turn, Mail::kState, advance_mailbox(post));
    if (receive(turn, post)) {
        check_signatures<K, Moves>(call, turn);
    }
}

}  // namespace nz
