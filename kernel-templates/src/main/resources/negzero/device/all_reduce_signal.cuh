// All-reduce by signals, in one stage or two.
#pragma once
#include "all_reduce.cuh"
#include "signal_reduce.cuh"
#include "two_stage.cuh"

namespace nz {

template <class K>
NZ_DEVICE void all_reduce_signal_one_stage(const Call<K::kRanks>& call) {
    reduce_by_signal<K>(call, AllReduce<K::kRanks>(call));
}

/// Each rank reduces its chunk and pushes the result to all, who collect it.
template <class K>
NZ_DEVICE void all_reduce_signal_two_stage(const Call<K::kRanks>& call) {
    const AllReduce<K::kRanks> moves(call);
    const bool aligned = pack_aligned<K>(call.output);
    signal_two_stage<K>(call, moves, [&](const Tile& tile, const Chunk& own) {
        const u64 begin = tile.begin + own.begin;
        const auto part_of = [&](u32 p) { return chunk_part<K>(call, call.rank, tile.slot, p); };
        reduce_arrived<K>(call, call.input, begin, own.end - own.begin, part_of, [&](u64 at, const Pack<K>& pack) {
#pragma unroll
            for (int i = 1; i < K::kRanks; i++) {
                push_pack<K>(results<K>(call, rank_behind<K>(call, i), tile.slot), own.begin + at, pack);
            }
            store_pack<K>(call.output, begin + at, call.count, aligned, pack);
        });
    });
}

}  // namespace nz
