// Send and receive through the mailbox, by pairs tagged with the epoch of the two ranks' hand-offs.
#pragma once
#include "hand_off.cuh"
#include "mailbox.cuh"

namespace nz {

template <class Kernel>
NZ_DEVICE void send_mailbox_one_shot(const Call<Kernel::kRanks>& call) {
    typedef HandOff<Kernel, Side::sender> K;
    kernel_enter();
    let_next_start();
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

template <class Kernel>
NZ_DEVICE void receive_mailbox_one_shot(const Call<Kernel::kRanks>& call) {
    typedef HandOff<Kernel, Side::receiver> K;
    kernel_enter();
    let_next_start();
    const Turn turn = enter_pair<K>(call);
    if (!turn.ok) {
        return;
    }
    put_pair_signature<K>(call, turn);
    if (cta_sync_or(!receive_pairs<K>(call, turn))) {
        return;
    }
    finish_receiving<K>(call, turn);
}

}  // namespace nz
