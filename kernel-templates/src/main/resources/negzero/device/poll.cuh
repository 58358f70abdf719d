// Waits that end: every poll has a deadline and looks for faults; a rank that gives up tells all.
#pragma once
#include "call.cuh"

namespace nz {

/// What a rank reports when it gives up. Fields as in the control region's fault record.
struct Fault {
    u32 kind;     // Plan::kFaultTimeout or kFaultMismatch
    u32 site;     // which wait
    u32 epoch;    // of the call
    u32 missing;  // bit p: peer p was not heard from
    u32 peer;     // the peer that disagrees (mismatch)
    u32 peer_digest;
    u32 peer_algorithm;  // code, and the root above bit 8
    u64 peer_count;
};

/// The root as signatures and fault records have it, 8 bits. A hand-off has none: each of the two names the other.
template <class K>
NZ_DEVICE u32 root_of(const Call<K::kRanks>& call) {
    return K::kSide == Side::none ? call.root & 0xFFu : K::Plan::kNoRoot;
}

/// Writes this rank's fault record into every rank's control region, once per rank; then its flag and the region's
/// summary, each with release, so that whoever sees the flag sees the record. Pairs with the acquire of the host's reader.
template <class K>
NZ_DEVICE void report(const Call<K::kRanks>& call, const Fault& fault) {
    typedef typename K::Plan Plan;
    if (claim_relaxed(reinterpret_cast<u32*>(call.control[call.rank] + Plan::kFaultClaim)) != 0) {
        return;
    }
    const u32 words[] = {
        fault.kind, call.rank, fault.epoch, fault.site, fault.missing, fault.peer, K::kDigest, fault.peer_digest,
        K::kCode | root_of<K>(call) << 8 | fault.peer_algorithm << 16, static_cast<u32>(call.count), static_cast<u32>(call.count >> 32),
        static_cast<u32>(fault.peer_count), static_cast<u32>(fault.peer_count >> 32)};
#pragma unroll 1
    for (int p = 0; p < K::kRanks; p++) {
        u8* record = call.control[p] + Plan::kFaultRecords + call.rank * Plan::kFaultRecordBytes;
#pragma unroll
        for (u32 i = 0; i < sizeof(words) / 4; i++) {
            store_relaxed<K::kScope>(reinterpret_cast<u32*>(record + Plan::kRecordKind) + i, words[i]);
        }
        store_release<K::kScope>(reinterpret_cast<u32*>(record + Plan::kRecordFlag), 1);
        store_release<K::kScope>(reinterpret_cast<u32*>(call.control[p] + Plan::kFaultSummary), 1);
    }
}

/// Whether a peer is known to make another call than this one; see signature.cuh.
template <class K>
NZ_DEVICE bool disagreement_known(const Call<K::kRanks>& call, u32 epoch);

/// Reports why a wait is given up: a peer that makes another call, if one is known by now, else the peers not heard from.
template <class K>
NZ_DEVICE_COLD void report_end(const Call<K::kRanks>& call, u32 epoch, u32 site, u32 missing);

/// Bounds one wait. Ask `again` after every miss.
template <class K>
struct Wait {
    const Call<K::kRanks>& call;
    u32 epoch;
    u32 site;
    u32 misses = 0;
    u64 start = 0;

    NZ_MEMBER Wait(const Call<K::kRanks>& c, u32 e, u32 s) : call(c), epoch(e), site(s) {}

    /// Whether to poll again. False when some rank reported a fault, or when this call reports one itself: at the deadline,
    /// or before, if what it waits for will never come because a peer makes another call.
    NZ_MEMBER bool again(u32 missing) {
        spin_pause();
        if (__builtin_expect(++misses % 64 != 0, 1)) {
            return true;
        }
        return look_around(missing);
    }

  private:
    /// What a wait does now and then: looks for faults, for disagreement and at the clock. In line, and it calls only where
    /// the wait ends: a function that returns to the loop would make it spill what it holds.
    NZ_MEMBER bool look_around(u32 missing) {
        if (load_relaxed<K::kScope>(summary_word<K>(call)) != 0) {
            return false;
        }
        const u64 now = clock_ns();
        if (start == 0) {
            start = now;
        }
        const bool late = now - start > call.deadline_ns;
        if (!late && (misses % 1024 != 0 || !disagreement_known<K>(call, epoch))) {
            return true;
        }
        report_end<K>(call, epoch, site, missing);
        return false;
    }
};

}  // namespace nz
