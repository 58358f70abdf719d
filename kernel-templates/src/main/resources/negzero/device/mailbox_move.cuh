// Movement through the mailbox: packs are written where they belong as they come.
#pragma once
#include "move.cuh"
#include "triples.cuh"

namespace nz {

/// Receives and writes this thread's packs.
///
/// @return false when a wait was given up
template <class Mail, class Moves>
NZ_DEVICE bool receive_mail(const Call<Mail::K::kRanks>& call, const Moves& moves, const Turn& turn, const Post& post) {
    typedef typename Mail::K K;
    const u64 packs = K::packs(moves.most_received());
    for (u64 index = grid_thread(); index < packs; index += grid_threads()) {
        u32 wanted = 0;
#pragma unroll
        for (int p = 0; p < K::kRanks; p++) {
            const bool sends = static_cast<u32>(p) != call.rank && index < K::packs(moves.count(p, call.rank));
            wanted |= sends ? 1u << p : 0u;
        }
        Pack<K> parts[K::kRanks];
        if (!poll_mail<Mail>(call, turn, post, index * Mail::kWords, wanted, parts)) {
            return false;
        }
#pragma unroll
        for (int p = 0; p < K::kRanks; p++) {
            if ((wanted >> p & 1u) != 0) {
                store_segment<K>(call.output, moves.target(p, call.rank), index, moves.count(p, call.rank), parts[p]);
            }
        }
    }
    return true;
}

/// The own segment is copied while the peers' are on their way. In place, each thread has sent its packs of all segments
/// before it writes the first.
template <class Mail, class Moves>
NZ_DEVICE void move_by_mailbox(const Call<Mail::K::kRanks>& call, const Moves& moves) {
    exchange_mail<Mail>(call, moves, [&](const Turn& turn, const Post& post) {
        copy_own<typename Mail::K>(call, moves, 0, Mail::K::packs(moves.count(call.rank, call.rank)));
        return receive_mail<Mail>(call, moves, turn, post);
    });
}

}  // namespace nz
