// All-reduce through the mailbox, one shot: every word travels with its tag.
#pragma once
#include "mailbox.cuh"
#include "signature.cuh"

namespace nz {

/// Polls one pack of every peer, all re-loaded together until every tag is this call's.
///
/// @return false when the wait was given up
template <class K>
NZ_DEVICE bool poll_mail(const Call<K::kRanks>& call, const Turn& turn, u32 tag, u32 parity, u64 word,
                         Pack<K> (&parts)[K::kRanks]) {
    Wait<K> wait(call, turn.epoch, K::Plan::kSiteMailboxPoll);
    for (;;) {
        u32 missing = 0;
#pragma unroll
        for (int p = 0; p < K::kRanks; p++) {
            if (static_cast<u32>(p) != call.rank) {
                const u64* slot = mailbox_slot<K>(call, call.rank, parity, p) + word;
                missing |= try_words<K>(slot, tag, parts[p]) ? 0u : 1u << p;
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

template <class K>
NZ_DEVICE void all_reduce_mailbox_one_shot(const Call<K::kRanks>& call) {
    kernel_enter();
    const u64 packs = K::packs(call.count);
    const bool aligned = pack_aligned<K>(call.input);
    const bool out_aligned = pack_aligned<K>(call.output);
    const Turn turn = enter<K>(call, K::Plan::kStateMailbox);
    if (!turn.ok) {
        return;
    }
    const u32 tag = next_tag(turn.line.w[0]);
    const u32 parity = turn.line.w[1] ^ 1u;
    forget_old_tags<K>(call, tag, parity);
    for (u64 index = grid_thread(); index < packs; index += grid_threads()) {
        const Pack<K> own = load_pack<K>(call.input, index, call.count, aligned);
#pragma unroll
        for (int p = 0; p < K::kRanks; p++) {
            if (static_cast<u32>(p) != call.rank) {
                put_words<K>(mailbox_slot<K>(call, p, parity, call.rank) + index * K::kPackWords, own, tag);
            }
        }
    }
    put_signature<K>(call, turn);
    move_on<K>(call, turn, K::Plan::kStateMailbox, advance_mailbox(turn.line));
    for (u64 index = grid_thread(); index < packs; index += grid_threads()) {
        Pack<K> parts[K::kRanks];
        if (!poll_mail<K>(call, turn, tag, parity, index * K::kPackWords, parts)) {
            return;
        }
#pragma unroll
        for (int p = 0; p < K::kRanks; p++) {
            if (static_cast<u32>(p) != call.rank) {
                parts[p] = remove_neg_zero<K>(parts[p]);
            }
        }
        const Pack<K> own = remove_neg_zero<K>(load_pack<K>(call.input, index, call.count, aligned));
        store_pack<K>(call.output, index, call.count, out_aligned, reduce<K>(parts, call.rank, own));
    }
    check_signatures<K>(call, turn);
}

}  // namespace nz
