// The barrier collective: one barrier instance between the ranks' blocks, no data.
#pragma once
#include "signal.cuh"

namespace nz {

/// A barrier moves nothing, and every rank hears from all.
struct NoMoves {
    static constexpr bool kHearsAll = true;
};

template <class K>
NZ_DEVICE void signal_barrier(const Call<K::kRanks>& call) {
    fetch_parameters(call);
    kernel_enter();
    u32 instance;
    load_words<4>(instance_word<K>(call), &instance);
    const Turn turn = enter<K>(call, K::Plan::kStateMailbox);
    if (!turn.ok) {
        return;
    }
    let_next_start();
    put_signature<K, NoMoves>(call, turn);
    move_on<K>(call, turn, K::Plan::kStateMailbox, turn.line);
    instance++;
    if (!barrier<K, BarrierKind::end>(call, turn, instance)) {
        return;
    }
    if (thread_id() == 0) {
        store_words<4>(instance_word<K>(call), &instance);
    }
    check_signatures<K, NoMoves>(call, turn);
}

}  // namespace nz
