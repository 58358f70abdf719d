// Signals: counters between the thread blocks of the ranks. Block b of a rank meets block b of its peers, never another.
#pragma once
#include "signature.cuh"

namespace nz {

/// Which barrier, for the report of a wait that was given up: one that input is waited for in, or the last of a call.
enum class BarrierKind { start, end };

/// The block's barrier instances so far; a counter that only rises and may wrap, private to (rank, block).
template <class K>
NZ_DEVICE u8* instance_word(const Call<K::kRanks>& call) {
    return call.domain[call.rank] + K::Plan::kBarriers + 4ull * block_id();
}

/// The flag that `writer`'s block sets in `owner`'s region for one barrier instance.
///
/// Instances alternate between two banks. A peer may be one instance ahead, never two: it can't leave the next instance
/// before this rank has entered it. With one bank it would overwrite a flag that this rank has yet to see.
template <class K>
NZ_DEVICE u32* flag_word(const Call<K::kRanks>& call, u32 owner, u32 instance, u32 writer) {
    const u64 row = static_cast<u64>(instance & 1u) * K::Plan::kMaxBlocks + block_id();
    return reinterpret_cast<u32*>(call.domain[owner] + K::Plan::kFlags) + row * K::kRanks + writer;
}

/// Block barrier across ranks. All threads call it; thread p meets peer p.
///
/// What any thread of this block did before (drained, then released by thread p) happens before what any thread of the
/// peer's block does after (acquired by its thread, then spread by its block barrier), and the other way round.
///
/// @return false when some wait was given up: every thread then leaves
template <class K, BarrierKind Kind>
NZ_DEVICE bool barrier(const Call<K::kRanks>& call, const Turn& turn, u32 instance) {
    constexpr u32 site = Kind == BarrierKind::start ? K::Plan::kSiteStartBarrier : K::Plan::kSiteEndBarrier;
    const u32 peer = thread_id();
    bool ok = true;
    cta_sync_drain();
    if (peer < static_cast<u32>(K::kRanks) && peer != call.rank) {
        // Release: pairs with the acquire below in the peer's block.
        store_release<K::kScope>(flag_word<K>(call, peer, instance, call.rank), instance);
        Wait<K> wait(call, turn.epoch, site);
        while (load_acquire<K::kScope>(flag_word<K>(call, call.rank, instance, peer)) != instance) {
            if (!wait.again(1u << peer)) {
                ok = false;
                break;
            }
        }
    }
    return !cta_sync_or(!ok);
}

}  // namespace nz
