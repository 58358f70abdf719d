// The call signature: 32 bits of method, count, algorithm and epoch that every rank sends to every peer, in every
// protocol. No rank completes before it has compared all; ranks that disagree are named instead of confused.
#pragma once
#include "mailbox.cuh"

namespace nz {

/// Words of a signature slot, each a tagged word: the signature itself, then what a mismatch is explained with.
struct Signature {
    u32 w[4];  // signature, count low, count high (24 bits) and algorithm code, method digest
};

NZ_DEVICE u32 mix(u32 hash, u32 word) {
    const u32 product = (hash ^ word) * 0x9E3779B1u;
    return product ^ product >> 15;
}

template <class K>
NZ_DEVICE Signature signature_of(u64 count, u32 epoch) {
    const u32 low = static_cast<u32>(count);
    const u32 high = static_cast<u32>(count >> 32);
    return Signature{{mix(mix(mix(mix(K::kDigest, low), high), K::kCode), epoch), low,
                      (high & 0xFFFFFFu) | K::kCode << 24, K::kDigest}};
}

/// This thread's place in the exchange of signatures, counted from the block's last thread: short messages leave the last
/// warps idle, so that the exchange runs beside the data's instead of before and after it.
NZ_DEVICE u32 signature_thread() { return block_threads() - 1 - thread_id(); }

template <class K>
NZ_DEVICE u64* signature_slot(const Call<K::kRanks>& call, u32 owner, u32 parity, u32 writer) {
    return reinterpret_cast<u64*>(call.domain[owner] + K::Plan::kSignatures +
                                  static_cast<u64>(parity * K::kRanks + writer) * K::Plan::kSignatureBytes);
}

/// Sends this call's signature to every peer. Block 0 only.
template <class K>
NZ_DEVICE void put_signature(const Call<K::kRanks>& call, const Turn& turn) {
    if constexpr (K::Plan::kVerify) {
        if (block_id() != 0) {
            return;
        }
        const Signature mine = signature_of<K>(call.count, turn.epoch);
        for (u32 i = signature_thread(); i < 4u * K::kRanks; i += block_threads()) {
            const u32 peer = i / 4;
            const u32 word = i % 4;
            if (peer != call.rank) {
                const u32 value = word == 0 ? mine.w[0] : word == 1 ? mine.w[1] : word == 2 ? mine.w[2] : mine.w[3];
                put<K>(signature_slot<K>(call, peer, turn.parity, call.rank) + word, value, turn.epoch);
            }
        }
    }
}

/// Reads the rest of a peer's slot and reports how it differs.
template <class K>
NZ_DEVICE_COLD void report_mismatch(const Call<K::kRanks>& call, u32 epoch, u32 parity, u32 peer) {
    const u64* slot = signature_slot<K>(call, call.rank, parity, peer);
    u32 theirs[4];
    for (int i = 1; i < 4; i++) {
        if (!poll_word<K>(call, epoch, K::Plan::kSiteSignature, slot + i, epoch, peer, theirs[i])) {
            return;
        }
    }
    const u64 count = theirs[1] | static_cast<u64>(theirs[2] & 0xFFFFFFu) << 32;
    report<K>(call, Fault{K::Plan::kFaultMismatch, K::Plan::kSiteSignature, epoch, 0, peer, theirs[3],
                          K::kCode | (theirs[2] >> 24) << 16, count});
}

/// Waits for every peer's signature and compares. Block 0 only; the kernel doesn't end before block 0 has.
template <class K>
NZ_DEVICE void check_signatures(const Call<K::kRanks>& call, const Turn& turn) {
    if constexpr (K::Plan::kVerify) {
        if (block_id() != 0) {
            return;
        }
        for (u32 peer = signature_thread(); peer < static_cast<u32>(K::kRanks); peer += block_threads()) {
            if (peer == call.rank) {
                continue;
            }
            u32 theirs;
            const u64* slot = signature_slot<K>(call, call.rank, turn.parity, peer);
            if (!poll_word<K>(call, turn.epoch, K::Plan::kSiteSignature, slot, turn.epoch, peer, theirs)) {
                return;
            }
            if (theirs != signature_of<K>(call.count, turn.epoch).w[0]) {
                report_mismatch<K>(call, turn.epoch, turn.parity, peer);
                return;
            }
        }
    }
}

}  // namespace nz
