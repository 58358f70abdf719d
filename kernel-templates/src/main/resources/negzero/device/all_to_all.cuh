// All-to-all: segment t of every input goes to rank t, in rank order. With one count, or a count for each pair of ranks.
#pragma once
#include "moves.cuh"

namespace nz {

template <int Ranks>
struct AllToAll : PlainMoves<Ranks> {
    using PlainMoves<Ranks>::PlainMoves;
    static constexpr bool kOneSegment = false;

    NZ_MEMBER u64 source(u32, u32 to) const { return to * this->call.count; }
    NZ_MEMBER u64 target(u32 from, u32) const { return from * this->call.count; }
};

/// Where the segments of each pair that has this rank in it begin; in shared memory, as every thread needs all of them.
template <int Ranks>
struct PairFirsts {
    u64 sent[Ranks];      // in this rank's input: what goes to rank p
    u64 received[Ranks];  // in this rank's output: what comes from rank p
};

template <int Ranks>
struct CountedAllToAll : PlainMoves<Ranks> {
    static constexpr bool kHearsAll = false;
    static constexpr bool kOneSegment = false;
    const u64* counts;  // [from * Ranks + to]
    PairFirsts<Ranks>& firsts;

    NZ_MEMBER CountedAllToAll(const CountedCall<Ranks, Ranks * Ranks>& c, PairFirsts<Ranks>& shared)
        : PlainMoves<Ranks>(c.call), counts(c.counts), firsts(shared) {}

    NZ_MEMBER void prepare() const {
        const u32 p = thread_id();
        const u32 rank = this->call.rank;
        if (p < static_cast<u32>(Ranks)) {
            u64 sent = 0;
            u64 received = 0;
            for (u32 q = 0; q < static_cast<u32>(Ranks); q++) {
                sent += q < p ? counts[rank * Ranks + q] : 0;
                received += q < p ? counts[q * Ranks + rank] : 0;
            }
            firsts.sent[p] = sent;
            firsts.received[p] = received;
        }
    }

    NZ_MEMBER u64 count(u32 from, u32 to) const { return counts[from * Ranks + to]; }
    NZ_MEMBER u64 source(u32, u32 to) const { return firsts.sent[to]; }
    NZ_MEMBER u64 target(u32 from, u32) const { return firsts.received[from]; }
};

}  // namespace nz
