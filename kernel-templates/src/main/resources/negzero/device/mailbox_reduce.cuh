// Reductions through the mailbox: who gets packs from all reduces them.
#pragma once
#include "triples.cuh"

namespace nz {

/// Receives, reduces and writes this thread's packs.
///
/// @return false when a wait was given up
template <class Mail, class Moves>
NZ_DEVICE bool reduce_mail(const Call<Mail::K::kRanks>& call, const Moves& moves, const Turn& turn, const Post& post) {
    typedef typename Mail::K K;
    constexpr u32 all = (1u << K::kRanks) - 1;
    const u64 count = moves.count(call.rank, call.rank);
    for (u64 index = grid_thread(); index < K::packs(count); index += grid_threads()) {
        Pack<K> parts[K::kRanks];
        if (!poll_mail<Mail>(call, turn, post, index * Mail::kWords, all & ~(1u << call.rank), parts)) {
            return false;
        }
#pragma unroll
        for (int p = 0; p < K::kRanks; p++) {
            if (static_cast<u32>(p) != call.rank) {
                parts[p] = remove_neg_zero<K>(parts[p]);
            }
        }
        const Pack<K> own = load_segment<K>(call.input, moves.source(call.rank, call.rank), index, count);
        store_segment<K>(call.output, 0, index, count, reduce<K>(parts, call.rank, remove_neg_zero<K>(own)));
    }
    return true;
}

template <class Mail, class Moves>
NZ_DEVICE void reduce_by_mailbox(const Call<Mail::K::kRanks>& call, const Moves& moves) {
    exchange_mail<Mail>(call, moves, [&](const Turn& turn, const Post& post) {
        return reduce_mail<Mail>(call, moves, turn, post);
    });
}

}  // namespace nz
