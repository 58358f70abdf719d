// One call: its parameters, its turn, its place in the grid.
#pragma once
#include "pack.cuh"

namespace nz {

/// The kernel's parameter block. The runtime fills it by offsets, which the emitted source asserts below the headers.
template <int Ranks>
struct Call {
    const u8* input;  // aligned for its elements; null where the rank has none
    u8* output;       // aligned for its elements; null where the rank has none
    u64 count;        // elements of a segment; the largest count where there are several
    u64 deadline_ns;  // of each wait
    u32 rank;
    u32 root;              // or the other rank of a hand-off; Plan::kNoRoot where there is neither
    u32 symmetric_id;      // symmetric buffer that peers may read the input in, or 0: stage it
    u32 counts_hash;       // of the counts of a call that has several, else 0
    u64 symmetric_offset;  // bytes from that buffer's base to the input
    u8* const* symmetric;  // [id * Ranks + rank]: base of each rank's symmetric buffer as seen from here
    u8* domain[Ranks];     // each rank's domain region as seen from here
    u8* control[Ranks];    // each rank's control region as seen from here
};

/// A call in which each rank, or each pair of ranks, has a count of its own.
template <int Ranks, int Numbers>
struct CountedCall {
    Call<Ranks> call;
    u64 counts[Numbers];
};

/// This thread's place in the grid, and the grid's size in threads.
NZ_DEVICE u64 grid_thread() { return static_cast<u64>(block_id()) * block_threads() + thread_id(); }
NZ_DEVICE u64 grid_threads() { return static_cast<u64>(block_count()) * block_threads(); }

/// The tag after `tag`. 0 is never one, as memory starts zeroed.
NZ_DEVICE u32 next_tag(u32 tag) { return tag + 1 == 0 ? 1 : tag + 1; }

/// One turn of a rank: what tells this call from the one before and the one after.
struct Turn {
    u32 epoch;   // tag of this call's signature
    u32 parity;  // flips with every call; kept beside the epoch, as skipping epoch 0 would repeat a parity
    Words4 line;  // the protocol's state as it was before this call
    bool ok;      // false: some rank has reported a fault, leave at once
};

template <class K>
NZ_DEVICE u32* summary_word(const Call<K::kRanks>& call) {
    return reinterpret_cast<u32*>(call.control[call.rank] + K::Plan::kFaultSummary);
}

/// Enters a call: reads the state and tests for a fault. After it, every thread of the block has read the state.
///
/// @param line_offset the protocol's state line
template <class K>
NZ_DEVICE Turn enter(const Call<K::kRanks>& call, u64 line_offset) {
    const u8* own = call.domain[call.rank];
    u32 head[2];
    Turn turn;
    load_words<8>(own + K::Plan::kStateCall, head);
    load_words<16>(own + line_offset, turn.line.w);
    const bool fault = load_relaxed<K::kScope>(summary_word<K>(call)) != 0;
    turn.epoch = next_tag(head[0]);
    turn.parity = head[1] ^ 1u;
    turn.ok = !cta_sync_or(fault);
    return turn;
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

/// Moves the state on for the next call. Once per call, after `enter`, by all threads.
///
/// The state is read by every block and written once: the last block to arrive here (acquire and release on the arrivals)
/// writes it, so no block can read what is meant for the next call. Off the critical path: call it behind the first stores.
///
/// @param next_line the protocol's state line for the next call
template <class K>
NZ_DEVICE void move_on(const Call<K::kRanks>& call, const Turn& turn, u64 line_offset, const Words4& next_line) {
    if (thread_id() != 0) {
        return;
    }
    if (last_block<K>(call)) {
        u8* own = call.domain[call.rank];
        const u32 next_head[2] = {turn.epoch, turn.parity};
        store_words<8>(own + K::Plan::kStateCall, next_head);
        store_words<16>(own + line_offset, next_line.w);
    }
}

}  // namespace nz
