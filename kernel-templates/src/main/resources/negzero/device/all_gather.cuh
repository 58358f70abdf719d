// All-gather: every input goes to all, in rank order. With one count, or a count for each rank.
#pragma once
#include "moves.cuh"

namespace nz {

template <int Ranks>
struct AllGather : PlainMoves<Ranks> {
    using PlainMoves<Ranks>::PlainMoves;

    NZ_MEMBER u64 target(u32 from, u32) const { return from * this->call.count; }
};

/// Where each rank's elements land; in shared memory, as every thread needs all of them.
template <int Ranks>
struct GatherFirsts {
    u64 received[Ranks];
};

template <int Ranks>
struct CountedAllGather : PlainMoves<Ranks> {
    static constexpr bool kHearsAll = false;
    const u64* counts;
    GatherFirsts<Ranks>& firsts;

    NZ_MEMBER CountedAllGather(const CountedCall<Ranks, Ranks>& c, GatherFirsts<Ranks>& shared)
        : PlainMoves<Ranks>(c.call), counts(c.counts), firsts(shared) {}

    NZ_MEMBER void prepare() const {
        if (thread_id() < static_cast<u32>(Ranks)) {
            u64 first = 0;
            for (u32 p = 0; p < thread_id(); p++) {
                first += counts[p];
            }
            firsts.received[thread_id()] = first;
        }
    }

    NZ_MEMBER u64 count(u32 from, u32) const { return counts[from]; }
    NZ_MEMBER u64 target(u32 from, u32) const { return firsts.received[from]; }
    NZ_MEMBER u64 most_sent() const { return counts[this->call.rank]; }
};

}  // namespace nz
