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
NZ_DEVICE_COLD void report(const Call<K::kRanks>& call, const Fault& fault) {
    typedef typename K::Plan Plan;
    if (claim_relaxed(reinterpret_cast<u32*>(call.control[call.rank] + Plan::kFaultClaim)) != 0) {
        return;
    }
    for (int p = 0; p < K::kRanks; p++) {
        u8* record = call.control[p] + Plan::kFaultRecords + call.rank * Plan::kFaultRecordBytes;
        const u32 words[] = {
            fault.kind, call.rank, fault.epoch, fault.site, fault.missing, fault.peer, K::kDigest, fault.peer_digest,
            K::kCode | root_of<K>(call) << 8 | fault.peer_algorithm << 16, static_cast<u32>(call.count), static_cast<u32>(call.count >> 32),
            static_cast<u32>(fault.peer_count), static_cast<u32>(fault.peer_count >> 32)};
        for (u32 i = 0; i < sizeof(words) / 4; i++) {
            store_relaxed<K::kScope>(reinterpret_cast<u32*>(record + Plan::kRecordKind) + i, words[i]);
        }
        store_release<K::kScope>(reinterpret_cast<u32*>(record + Plan::kRecordFlag), 1);
        store_release<K::kScope>(reinterpret_cast<u32*>(call.control[p] + Plan::kFaultSummary), 1);
    }
}

/// Reports a peer that makes another call than this one, if one is known by now; see signature.cuh.
template <class K>
NZ_DEVICE_COLD bool report_disagreement(const Call<K::kRanks>& call, u32 epoch);

/// What a wait does now and then: looks for faults, for disagreement and at the clock. Out of line, off the polling path.
///
/// @param misses polls so far, @param start time of the first look, 0 before it
/// @return that time, or 0 when the wait must be given up; what this call has found is then reported
template <class K>
NZ_DEVICE_COLD u64 look_around(const Call<K::kRanks>& call, u32 epoch, u32 site, u32 missing, u32 misses, u64 start) {
    if (load_relaxed<K::kScope>(summary_word<K>(call)) != 0) {
        return 0;
    }
    const u64 now = clock_ns();
    if (start == 0) {
        return now;
    }
    const bool late = now - start > call.deadline_ns;
    if ((late || misses % 1024 == 0) && report_disagreement<K>(call, epoch)) {
        return 0;
    }
    if (!late) {
        return start;
    }
    report<K>(call, Fault{K::Plan::kFaultTimeout, site, epoch, missing, 0, 0, 0, 0});
    return 0;
}

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
        if (++misses % 64 != 0) {
            return true;
        }
        start = look_around<K>(call, epoch, site, missing, misses, start);
        return start != 0;
    }
};

}  // namespace nz
