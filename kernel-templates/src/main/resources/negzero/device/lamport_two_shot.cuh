// All-reduce by Lamport exchange, two shots: each rank receives its chunk of every input, reduces it, and pushes the result
// to all. Less travels than in one shot, for one more flight; there is no barrier in between.
//
// A writer's slot holds its part of the reader's chunk, and behind it the writer's finished chunk. Every rank receives
// something from every peer in both shots, as the three generations need it: for a chunk without packs one pad pack is sent.
#pragma once
#include "all_reduce.cuh"
#include "lamport.cuh"

namespace nz {

/// How a message is cut: chunk r is packs [r * size, ...) and is rank r's to reduce.
template <class K>
struct Chunks {
    u64 packs;  // of the message
    u64 size;   // packs of a chunk; of the last ones perhaps fewer, or none

    explicit NZ_MEMBER Chunks(u64 count) : packs(K::packs(count)), size((packs + K::kRanks - 1) / K::kRanks) {}

    NZ_MEMBER u64 begin(u32 r) const { return r * size; }
    NZ_MEMBER u64 length(u32 r) const {
        const u64 left = packs > r * size ? packs - r * size : 0;
        return left < size ? left : size;
    }
    /// Packs that travel for chunk r: a pad where it has none.
    NZ_MEMBER u64 sent(u32 r) const { return length(r) != 0 ? length(r) : 1; }
    /// Byte of a slot where the writer's finished chunk begins.
    NZ_MEMBER u64 results() const { return (size * K::kPackBytes + 15) / 16 * 16; }
};

/// Pack `index` of chunk r of the own input, without -0.0 lanes; the pad is zeros.
template <class K>
NZ_DEVICE Pack<K> load_chunk(const Call<K::kRanks>& call, const Chunks<K>& chunks, u32 r, u64 index) {
    if (index >= chunks.length(r)) {
        return Pack<K>{};
    }
    return remove_neg_zero<K>(load_segment<K>(call.input, 0, chunks.begin(r) + index, call.count));
}

/// First shot: pushes this thread's packs of every peer's chunk.
template <class K>
NZ_DEVICE void push_chunks(const Call<K::kRanks>& call, const Chunks<K>& chunks, u32 generation) {
    for (u64 index = grid_thread(); index < chunks.size; index += grid_threads()) {
        Pack<K> batch[K::kRanks];
#pragma unroll
        for (int p = 0; p < K::kRanks; p++) {
            if (static_cast<u32>(p) != call.rank && index < chunks.sent(p)) {
                batch[p] = load_chunk<K>(call, chunks, p, index);
            }
        }
#pragma unroll
        for (int p = 0; p < K::kRanks; p++) {
            if (static_cast<u32>(p) != call.rank && index < chunks.sent(p)) {
                push_to<K>(call, generation, p, index * K::kPackBytes, batch[p]);
            }
        }
    }
}

/// Second shot: reduces this thread's packs of the own chunk as they come, and pushes each result.
///
/// @return false when the wait was given up
template <class K>
NZ_DEVICE bool reduce_chunk(const Call<K::kRanks>& call, const Chunks<K>& chunks, const Turn& turn) {
    const auto wanted = [&](int p) { return static_cast<u32>(p) != call.rank; };
    for (u64 index = grid_thread(); index < chunks.sent(call.rank); index += grid_threads()) {
        const u64 at = index * K::kPackBytes;
        const Pack<K> own = load_chunk<K>(call, chunks, call.rank, index);
        Pack<K> parts[K::kRanks];
        if (!poll_packs<K>(call, turn, at, wanted, parts)) {
            return false;
        }
        const Pack<K> result = reduce<K>(parts, call.rank, own);
        push<K>(call, data_index(turn.line), chunks.results() + at, result);
        if (index < chunks.length(call.rank)) {
            store_segment<K>(call.output, 0, chunks.begin(call.rank) + index, call.count, result);
        }
    }
    return true;
}

/// Receives and writes this thread's packs of the peers' finished chunks.
///
/// @return false when the wait was given up
template <class K>
NZ_DEVICE bool collect_chunks(const Call<K::kRanks>& call, const Chunks<K>& chunks, const Turn& turn) {
    for (u64 index = grid_thread(); index < chunks.size; index += grid_threads()) {
        const auto wanted = [&](int p) { return static_cast<u32>(p) != call.rank && index < chunks.sent(p); };
        Pack<K> parts[K::kRanks];
        if (!poll_packs<K>(call, turn, chunks.results() + index * K::kPackBytes, wanted, parts)) {
            return false;
        }
#pragma unroll
        for (int p = 0; p < K::kRanks; p++) {
            if (static_cast<u32>(p) != call.rank && index < chunks.length(p)) {
                store_segment<K>(call.output, 0, chunks.begin(p) + index, call.count, parts[p]);
            }
        }
    }
    return true;
}

/// Pack i of every chunk is one thread's in all three steps, so that a thread has sent what it overwrites in place.
template <class K>
NZ_DEVICE void reduce_by_lamport_two_shot(const Call<K::kRanks>& call) {
    fetch_parameters(call);
    kernel_enter();
    const Chunks<K> chunks(call.count);
    const Turn turn = enter<K>(call, lamport_state<K>());
    if (!turn.ok) {
        return;
    }
    push_chunks<K>(call, chunks, data_index(turn.line));
    let_next_start();
    put_signature<K, AllReduce<K::kRanks>>(call, turn);
    move_on<K>(call, turn, lamport_state<K>(), advance_lamport(turn.line, 2 * chunks.results()));
    clear<K>(call, turn.line);
    if (reduce_chunk<K>(call, chunks, turn) && collect_chunks<K>(call, chunks, turn)) {
        check_signatures<K, AllReduce<K::kRanks>>(call, turn);
    }
}

}  // namespace nz
