// Signals: counters between the thread blocks of the ranks. Block b of a rank meets block b of its peers, never another.
#pragma once
#include "signature.cuh"

namespace nz {

/// Which barrier: the one before peers' data is read, or the one after.
enum class BarrierKind { start, end };

/// Where a rank's input is for its peers. Whatever a rank decides alone that changes what peers read stands here.
struct Descriptor {
    u32 symmetric_id;  // 0: in its staging region
    u32 unused;
    u64 offset;  // bytes from the symmetric buffer's base
};

/// One rank's input as this block reads it.
struct Source {
    const u8* base;
    u32 staged;
};

/// The sources of all ranks, in shared memory; the own one is not set.
template <int Ranks>
struct Sources {
    Source of[Ranks];
};

/// The block's barrier instances so far; a counter that only rises and may wrap, private to (rank, block).
template <class K>
NZ_DEVICE u8* instance_word(const Call<K::kRanks>& call) {
    return call.domain[call.rank] + K::Plan::kStateBarriers + 4ull * block_id();
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

template <class K>
NZ_DEVICE u8* descriptor_slot(const Call<K::kRanks>& call, u32 owner, u32 writer) {
    return call.domain[owner] + K::Plan::kDescriptors +
           (static_cast<u64>(block_id()) * K::kRanks + writer) * sizeof(Descriptor);
}

/// Turns a peer's descriptor into an address of this rank's address space.
template <class K>
NZ_DEVICE Source resolve(const Call<K::kRanks>& call, u32 peer, const Descriptor& d) {
    if (d.symmetric_id == 0) {
        return Source{call.domain[peer] + K::Plan::kStaging, 1};
    }
    return Source{call.symmetric[static_cast<u64>(d.symmetric_id) * K::kRanks + peer] + d.offset, 0};
}

/// Block barrier across ranks. All threads call it; thread p meets peer p.
///
/// What any thread of this block did before (drained, then released by thread p) happens before what any thread of the
/// peer's block does after (acquired by its thread, then spread by its block barrier), and the other way round.
/// The start barrier carries this rank's descriptor to each peer, and brings theirs as `sources` (shared memory).
///
/// @return false when some wait was given up: every thread then leaves
template <class K, BarrierKind Kind>
NZ_DEVICE bool barrier(const Call<K::kRanks>& call, const Turn& turn, u32 instance, const Descriptor& mine,
                       Source* sources) {
    constexpr u32 site = Kind == BarrierKind::start ? K::Plan::kSiteStartBarrier : K::Plan::kSiteEndBarrier;
    const u32 peer = thread_id();
    bool ok = true;
    cta_sync_drain();
    if (peer < static_cast<u32>(K::kRanks) && peer != call.rank) {
        if constexpr (Kind == BarrierKind::start) {
            const u32 words[4] = {mine.symmetric_id, 0, static_cast<u32>(mine.offset),
                                  static_cast<u32>(mine.offset >> 32)};
            store_words<16>(descriptor_slot<K>(call, peer, call.rank), words);
        }
        // Release: pairs with the acquire below in the peer's block.
        store_release<K::kScope>(flag_word<K>(call, peer, instance, call.rank), instance);
        Wait<K> wait(call, turn.epoch, site);
        while (load_acquire<K::kScope>(flag_word<K>(call, call.rank, instance, peer)) != instance) {
            if (!wait.again(1u << peer)) {
                ok = false;
                break;
            }
        }
        if (Kind == BarrierKind::start && ok) {
            u32 words[4];
            const bool agrees = known_to_agree<K>(call, turn, peer);
            load_words<16>(descriptor_slot<K>(call, call.rank, peer), words);
            // A staging region has room for any call. The buffer of a peer that makes another call may be too short, and
            // the descriptor an old one, so neither is touched before the peer is known to agree.
            ok = words[0] == 0 || agrees || wait_to_agree<K>(call, turn, peer);
            if (ok) {
                sources[peer] = resolve<K>(
                    call, peer, Descriptor{words[0], 0, words[2] | static_cast<u64>(words[3]) << 32});
            }
        }
    }
    return !cta_sync_or(!ok);
}

}  // namespace nz
