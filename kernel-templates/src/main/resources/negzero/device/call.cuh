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

/// Reads the parameter block, a word of each of its cache lines, ahead of `kernel_enter`: while the grid before still runs.
/// Behind it these reads would take 0.06 us and more of a short call. Nothing else may be read there.
template <int Ranks>
NZ_DEVICE void fetch_parameters(const Call<Ranks>& call) {
    u64 words = reinterpret_cast<u64>(call.input) ^ reinterpret_cast<u64>(call.domain[call.rank]) ^
                reinterpret_cast<u64>(call.control[call.rank]);
#pragma unroll
    for (int p = 0; p < Ranks; p += 8) {
        words ^= reinterpret_cast<u64>(call.domain[p]) ^ reinterpret_cast<u64>(call.control[p]);
    }
    settle(words);
}

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

/// A block's line of the rank's state: a copy of its own. No block reads what another of the same call writes, so the state
/// moves on without the blocks' waiting for each other.
template <class K>
NZ_DEVICE u8* state_line(const Call<K::kRanks>& call, u64 lines, u64 block) {
    return call.domain[call.rank] + lines + block * K::Plan::kStateLine;
}

/// Enters a call: reads the state and tests for a fault. After it, every thread of the block has read the state.
///
/// @param lines the protocol's state lines
template <class K>
NZ_DEVICE Turn enter(const Call<K::kRanks>& call, u64 lines) {
    u32 head[2];
    Turn turn;
    load_words<8>(state_line<K>(call, K::Plan::kStateCall, block_id()), head);
    load_words<16>(state_line<K>(call, lines, block_id()), turn.line.w);
    const bool fault = load_relaxed<K::kScope>(summary_word<K>(call)) != 0;
    turn.epoch = next_tag(head[0]);
    turn.parity = head[1] ^ 1u;
    turn.ok = !cta_sync_or(fault);
    return turn;
}

/// Moves the state on for the next call. Once per call, after `enter`, by all threads. Off the critical path: call it behind
/// the first stores.
///
/// The next call may have more blocks than this one, so each block writes the lines of its own and of every
/// `block_count()`th block behind it. Of these the first alone was read in this call, by this block, whose threads have all
/// read it (the barrier in `enter`). What is written is read behind this kernel's end.
///
/// @param next_line the protocol's state line for the next call
template <class K>
NZ_DEVICE void move_on(const Call<K::kRanks>& call, const Turn& turn, u64 lines, const Words4& next_line) {
    const u32 next_head[2] = {turn.epoch, turn.parity};
    const u32 step = block_count() * block_threads();
    for (u32 block = block_id() + thread_id() * block_count(); block < static_cast<u32>(K::Plan::kMaxBlocks); block += step) {
        store_words<8>(state_line<K>(call, K::Plan::kStateCall, block), next_head);
        store_words<16>(state_line<K>(call, lines, block), next_line.w);
    }
}

}  // namespace nz
