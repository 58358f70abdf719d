// Shift: every input goes to the next rank.
#pragma once
#include "mailbox_move.cuh"
#include "signal_move.cuh"

namespace nz {

template <int Ranks>
struct Shift : PlainMoves<Ranks> {
    using PlainMoves<Ranks>::PlainMoves;
    static constexpr bool kHearsAll = false;
    static constexpr bool kStagesInPlace = true;

    NZ_MEMBER u64 count(u32 from, u32 to) const {
        return to == (from + 1) % static_cast<u32>(Ranks) ? this->call.count : 0;
    }
};

template <class K>
NZ_DEVICE void shift_signal_one_stage(const Call<K::kRanks>& call) {
    move_by_signal<K>(call, Shift<K::kRanks>(call));
}

template <class K>
NZ_DEVICE void shift_mailbox_one_shot(const Call<K::kRanks>& call) {
    move_by_mailbox<Pairs<K>>(call, Shift<K::kRanks>(call));
}

template <class K>
NZ_DEVICE void shift_mailbox_triples(const Call<K::kRanks>& call) {
    move_by_mailbox<Triples<K>>(call, Shift<K::kRanks>(call));
}

}  // namespace nz
