// Send and receive through the mailbox, by pairs tagged with the epoch of the two ranks' hand-offs.
#pragma once
#include "hand_off.cuh"
#include "mailbox.cuh"

namespace nz {

/// The slot that `sender` fills in `receiver`'s region.
template <class K>
NZ_DEVICE u64* handoff_slot(const Call<K::kRanks>& call, u32 receiver, u32 sender) {
    return reinterpret_cast<u64*>(call.domain[receiver] + K::Plan::kHandoffMailbox) + sender * K::Plan::kHandoffWords;
}

template <class Kernel>
NZ_DEVICE void send_mailbox_one_shot(const Call<Kernel::kRanks>& call) {
    typedef HandOff<Kernel, Side::sender> K;
    kernel_enter();
    const Turn turn = enter_pair<K>(call);
    if (!turn.ok) {
        return;
    }
    u64* slot = handoff_slot<K>(call, call.root, call.rank);
    for (u64 index = grid_thread(); index < K::packs(call.count); index += grid_threads()) {
        const Pack<K> pack = load_segment<K>(call.input, 0, index, call.count);
        put_words<Pairs<K>>(slot + index * K::kPackWords, pack, turn.epoch);
    }
    put_pair_signature<K>(call, turn);
    finish_sending<K>(call, turn);
}

/// Polls and writes this thread's packs.
///
/// @return false when the wait was given up
template <class K>
NZ_DEVICE bool receive_pairs(const Call<K::kRanks>& call, const Turn& turn) {
    const u64* slot = handoff_slot<K>(call, call.rank, call.root);
    for (u64 index = grid_thread(); index < K::packs(call.count); index += grid_threads()) {
        Pack<K> pack;
        Wait<K> wait(call, turn.epoch, K::kSite);
        while (!try_words<Pairs<K>>(slot + index * K::kPackWords, turn.epoch, pack)) {
            if (!wait.again(1u << call.root)) {
                return false;
            }
        }
        store_segment<K>(call.output, 0, index, call.count, pack);
    }
    return true;
}

/// Empties the slot, whose words would pass for new in the next round of epochs: each thread what it has read itself, and
/// its share of what is left of longer messages. The stores that this thread has seen come before (acquire); the sender
/// stores there again only after `done`, which follows in the order of the release.
template <class K>
NZ_DEVICE_COLD void empty_slot(const Call<K::kRanks>& call) {
    u8* slot = reinterpret_cast<u8*>(handoff_slot<K>(call, call.rank, call.root));
    const u32 none[2] = {0, 0};
    fence_acquire<K::kScope>();
    for (u64 index = grid_thread(); index < K::Plan::kHandoffWords / K::kPackWords; index += grid_threads()) {
        for (int i = 0; i < K::kPackWords; i++) {
            store_words<8>(slot + (index * K::kPackWords + i) * 8, none);
        }
    }
    fence_release<K::kScope>();
}

template <class Kernel>
NZ_DEVICE void receive_mailbox_one_shot(const Call<Kernel::kRanks>& call) {
    typedef HandOff<Kernel, Side::receiver> K;
    kernel_enter();
    const Turn turn = enter_pair<K>(call);
    if (!turn.ok) {
        return;
    }
    put_pair_signature<K>(call, turn);
    if (cta_sync_or(!receive_pairs<K>(call, turn))) {
        return;
    }
    if (turn.epoch == 0xFFFFFFFFu) {
        empty_slot<K>(call);
    }
    finish_receiving<K>(call, turn);
}

}  // namespace nz
