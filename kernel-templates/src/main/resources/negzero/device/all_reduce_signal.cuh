// All-reduce between barriers, in one stage or two.
#pragma once
#include "all_reduce.cuh"
#include "signal_reduce.cuh"
#include "two_stage.cuh"

namespace nz {

template <class K>
NZ_DEVICE void all_reduce_signal_one_stage(const Call<K::kRanks>& call) {
    reduce_by_signal<K>(call, AllReduce<K::kRanks>(call));
}

/// Each rank reduces its chunk and pushes the result to all, who copy it out.
template <class K>
NZ_DEVICE void all_reduce_signal_two_stage(const Call<K::kRanks>& call) {
    const AllReduce<K::kRanks> moves(call);
    const bool aligned = pack_aligned<K>(call.output);
    signal_two_stage<K>(call, moves, [&](const Tile& tile, const Source* sources, const Chunk& own) {
        const auto write = [&](u64 at, const Pack<K>& pack) {
#pragma unroll
            for (int p = 0; p < K::kRanks; p++) {
                if (static_cast<u32>(p) != call.rank) {
                    push_result<K>(call, p, at, pack);
                }
            }
            store_pack<K>(call.output, tile.begin + at, call.count, aligned, pack);
        };
        reduce_sources<K>(call, moves, tile, sources, own.begin + grid_thread(), own.end, write);
    });
}

}  // namespace nz
