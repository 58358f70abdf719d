// The call signature: 32 bits of method, count, algorithm and epoch that every rank sends to every peer, in every
// protocol. No rank completes before it has compared all; ranks that disagree are named instead of confused, also where one
// of them waits for data that never comes.
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

/// Reports a peer whose signature is of this epoch but not this call's, once all of its words are there.
template <class K>
NZ_DEVICE_COLD bool report_mismatch(const Call<K::kRanks>& call, u32 epoch, u32 parity, u32 peer) {
    const u64* slot = signature_slot<K>(call, call.rank, parity, peer);
    u32 theirs[4];
    for (int i = 0; i < 4; i++) {
        const u64 word = load_relaxed<K::kScope>(slot + i);
        if (tag_of(word) != epoch) {
            return false;
        }
        theirs[i] = value_of(word);
    }
    if (theirs[0] == signature_of<K>(call.count, epoch).w[0]) {
        return false;
    }
    const u64 count = theirs[1] | static_cast<u64>(theirs[2] & 0xFFFFFFu) << 32;
    report<K>(call, Fault{K::Plan::kFaultMismatch, K::Plan::kSiteSignature, epoch, 0, peer, theirs[3],
                          K::kCode | (theirs[2] >> 24) << 16, count});
    return true;
}

/// Looks through all signatures. A wait doesn't know its call's parity, but a tag is in one of the two only.
template <class K>
NZ_DEVICE_COLD bool report_disagreement(const Call<K::kRanks>& call, u32 epoch) {
    if constexpr (K::Plan::kVerify) {
        for (u32 i = 0; i < 2u * K::kRanks; i++) {
            const u32 peer = i / 2;
            if (peer != call.rank && report_mismatch<K>(call, epoch, i % 2, peer)) {
                return true;
            }
        }
    }
    return false;
}

/// Whether the peer's signature is there and this call's own; without waiting.
template <class K>
NZ_DEVICE bool known_to_agree(const Call<K::kRanks>& call, const Turn& turn, u32 peer) {
    if constexpr (K::Plan::kVerify) {
        const u64 word = load_relaxed<K::kScope>(signature_slot<K>(call, call.rank, turn.parity, peer));
        return word == tagged(signature_of<K>(call.count, turn.epoch).w[0], turn.epoch);
    }
    return true;
}

/// Waits for the peer's signature to be this call's own.
///
/// @return false when the wait was given up, because the peer makes another call or for another reason
template <class K>
NZ_DEVICE bool wait_to_agree(const Call<K::kRanks>& call, const Turn& turn, u32 peer) {
    Wait<K> wait(call, turn.epoch, K::Plan::kSiteSignature);
    while (!known_to_agree<K>(call, turn, peer)) {
        if (!wait.again(1u << peer)) {
            return false;
        }
    }
    return true;
}

/// Waits for every peer's signature and compares. Block 0 only; the kernel doesn't end before block 0 has.
template <class K>
NZ_DEVICE void check_signatures(const Call<K::kRanks>& call, const Turn& turn) {
    if constexpr (K::Plan::kVerify) {
        if (block_id() != 0) {
            return;
        }
        for (u32 peer = signature_thread(); peer < static_cast<u32>(K::kRanks); peer += block_threads()) {
            if (peer != call.rank && !wait_to_agree<K>(call, turn, peer)) {
                return;
            }
        }
    }
}

}  // namespace nz
