// Hand-off: elements go from one rank to another. Only these two take part, and each names the other as the call's `root`.
//
// An ordered pair of ranks counts its hand-offs: epoch e ends when the receiver has read everything, which it tells the
// sender (`done`), and the sender waits for that. So the pair's slots are free in epoch e + 1, without a second set.
#pragma once
#include "moves.cuh"
#include "signature.cuh"

namespace nz {

/// A kernel's side of a hand-off.
template <class Kernel, Side S>
struct HandOff : Kernel {
    static constexpr Side kSide = S;
    static constexpr u32 kParity = S == Side::sender ? 0 : 1;  // of the slots that this side writes
    static constexpr u32 kSite = S == Side::sender ? Kernel::Plan::kSiteSend : Kernel::Plan::kSiteReceive;
    static constexpr u64 kState = S == Side::sender ? Kernel::Plan::kStateSent : Kernel::Plan::kStateReceived;
};

/// The word with the epoch of the pair's last hand-off, in this rank's state.
template <class K>
NZ_DEVICE u8* pair_epoch_word(const Call<K::kRanks>& call) {
    return call.domain[call.rank] + K::kState + 4ull * call.root;
}

/// Enters a hand-off: as `enter`, with the pair's epoch, and the parity of the slots that the other side writes.
template <class K>
NZ_DEVICE Turn enter_pair(const Call<K::kRanks>& call) {
    Turn turn{};
    u32 last;
    load_words<4>(pair_epoch_word<K>(call), &last);
    const bool fault = load_relaxed<K::kScope>(summary_word<K>(call)) != 0;
    turn.epoch = next_tag(last);
    turn.parity = other_side<K>();
    turn.ok = !cta_sync_or(fault);
    return turn;
}

/// Sends this call's signature to the other rank. Block 0 only.
template <class K>
NZ_DEVICE void put_pair_signature(const Call<K::kRanks>& call, const Turn& turn) {
    if constexpr (K::Plan::kVerify) {
        if (block_id() == 0 && signature_thread() < 4) {
            put_signature_word<K>(call, signature_of<K>(call, turn.epoch), call.root, K::kParity, signature_thread(),
                                  turn.epoch);
        }
    }
}

/// Waits for the sender's signature and compares, in one thread of block 0. Every thread learns whether it agrees.
template <class K>
NZ_DEVICE bool pair_agrees(const Call<K::kRanks>& call, const Turn& turn) {
    bool ok = true;
    if (block_id() == 0 && thread_id() == 0) {
        ok = wait_to_agree<K>(call, turn, call.root);
    }
    return !cta_sync_or(!ok);
}

/// The word in the sender's region that says that `receiver` has read everything.
template <class K>
NZ_DEVICE u64* done_word(const Call<K::kRanks>& call, u32 sender, u32 receiver) {
    return reinterpret_cast<u64*>(call.domain[sender] + K::Plan::kHandoffDone) + receiver;
}

/// Waits until the receiver has read everything. That orders the sender's next call behind it: a kernel's end is a fence.
///
/// @return false when the wait was given up
template <class K>
NZ_DEVICE bool wait_until_read(const Call<K::kRanks>& call, const Turn& turn) {
    bool ok = true;
    if (block_id() == 0 && thread_id() == 0) {
        Wait<K> wait(call, turn.epoch, K::kSite);
        while (tag_of(load_relaxed<K::kScope>(done_word<K>(call, call.rank, call.root))) != turn.epoch) {
            if (!wait.again(1u << call.root)) {
                ok = false;
                break;
            }
        }
    }
    return !cta_sync_or(!ok);
}

/// Counts this block in; whether it is the last of the grid. Once per call, by one thread of each block: behind a block
/// barrier that follows what the block had to read.
template <class K>
NZ_DEVICE bool last_block(const Call<K::kRanks>& call) {
    if (block_count() == 1) {
        return true;
    }
    u32* arrivals = reinterpret_cast<u32*>(call.domain[call.rank] + K::Plan::kStateArrivals);
    if (count_in(arrivals) != block_count()) {
        return false;
    }
    const u32 none = 0;
    store_words<4>(reinterpret_cast<u8*>(arrivals), &none);
    return true;
}

/// Keeps the epoch for the pair's next hand-off; the last block to get here does.
///
/// @return whether this block is the last: of a receiver, all its blocks have read what they had to
template <class K>
NZ_DEVICE bool leave_pair(const Call<K::kRanks>& call, const Turn& turn) {
    if (thread_id() != 0 || !last_block<K>(call)) {
        return false;
    }
    store_words<4>(pair_epoch_word<K>(call), &turn.epoch);
    return true;
}

/// The sender's end: everything has been read. That both make the same call is known then: the receiver compares before it
/// says so. Its signature is not waited for here, as a receiver that is in its next hand-off already has put the next one
/// over it; it only ends the sender's waits early where the two disagree.
template <class K>
NZ_DEVICE void finish_sending(const Call<K::kRanks>& call, const Turn& turn) {
    if (wait_until_read<K>(call, turn)) {
        leave_pair<K>(call, turn);
    }
}

/// The slot that `sender` fills in `receiver`'s region.
template <class K>
NZ_DEVICE u64* handoff_slot(const Call<K::kRanks>& call, u32 receiver, u32 sender) {
    return reinterpret_cast<u64*>(call.domain[receiver] + K::Plan::kHandoffMailbox) + sender * K::Plan::kHandoffWords;
}

/// Empties the sender's slot of the mailbox, whose words would pass for new in the next round of epochs: each thread what it
/// has read itself, and its share of what is left of longer messages. The stores that this thread has seen come before
/// (acquire); the sender stores there again only after `done`, which follows in the order of the release.
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

/// The receiver's end: its last block tells the sender that everything has been read. Behind the last epoch they start
/// over, whichever way that hand-off took.
template <class K>
NZ_DEVICE void finish_receiving(const Call<K::kRanks>& call, const Turn& turn) {
    if (turn.epoch == 0xFFFFFFFFu) {
        empty_slot<K>(call);
    }
    if (pair_agrees<K>(call, turn) && leave_pair<K>(call, turn)) {
        // What was read, and that it was emptied, comes before the sender's next stores: it stores behind this word.
        fence_reads<K::kScope>();
        store_relaxed<K::kScope>(done_word<K>(call, call.root, call.rank), tagged(0, turn.epoch));
    }
}

}  // namespace nz
