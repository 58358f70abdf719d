// The call signature: 32 bits of method, counts, algorithm, root and epoch that every rank sends to every peer, in every
// protocol. No rank completes before it has compared all; ranks that disagree are named instead of confused, also where one
// of them waits for data that never comes.
#pragma once
#include "tagged.cuh"

namespace nz {

/// Words of a signature slot, each a tagged word: the signature itself, then what a mismatch is explained with.
struct Signature {
    u32 w[4];  // signature, count low, count high (16 bits) with root and algorithm code, method digest
};

NZ_DEVICE u32 mix(u32 hash, u32 word) {
    const u32 product = (hash ^ word) * 0x9E3779B1u;
    return product ^ product >> 15;
}

template <class K>
NZ_DEVICE Signature signature_of(const Call<K::kRanks>& call, u32 epoch) {
    const u32 low = static_cast<u32>(call.count);
    const u32 high = static_cast<u32>(call.count >> 32);
    const u32 root = root_of<K>(call);
    const u32 work = mix(mix(mix(mix(K::kDigest, low), high), K::kCode), root);
    return Signature{{mix(mix(work, call.counts_hash), epoch), low, (high & 0xFFFFu) | root << 16 | K::kCode << 24,
                      K::kDigest}};
}

/// Whether a call exchanges signatures: to verify, or for the credit. Where `Moves` don't bring something from every peer to
/// every rank, a rank waits for each peer's credit, verified or not: a peer that is in this call has finished the one before
/// it, so that its slots of two calls ago are free.
template <class K, class Moves>
NZ_DEVICE constexpr bool has_signatures() {
    return K::Plan::kVerify || !Moves::kHearsAll;
}

/// The block that every peer hears from in a call: the last one, which exchanges the signatures; without them the first, which
/// has words for every peer. The grid has a block's last threads to spare where it can, so that no data passes through the
/// warp with the signatures: one that came to them before and behind its packs made calls 0.3 us longer.
template <class K, class Moves>
NZ_DEVICE bool is_heard_block() {
    return block_id() == (has_signatures<K, Moves>() ? block_count() - 1 : 0);
}

/// This thread's place in the exchange of signatures, counted from the block's last thread.
NZ_DEVICE u32 signature_thread() { return block_threads() - 1 - thread_id(); }

/// The slot that `writer` fills in `owner`'s region. Of a hand-off, by the writer's side; the tag is the pair's epoch then.
template <class K>
NZ_DEVICE u64* signature_slot(const Call<K::kRanks>& call, u32 owner, u32 parity, u32 writer) {
    u8* slots = call.domain[owner];
    if constexpr (K::kSide == Side::none) {
        slots += K::Plan::kSignatures;
    } else {
        slots += K::Plan::kHandoffSignatures;
    }
    return reinterpret_cast<u64*>(slots + static_cast<u64>(parity * K::kRanks + writer) * K::Plan::kSignatureBytes);
}

/// Puts word `i` of this call's signature to a peer.
template <class K>
NZ_DEVICE void put_signature_word(const Call<K::kRanks>& call, const Signature& mine, u32 peer, u32 parity, u32 i,
                                  u32 epoch) {
    const u32 value = i == 0 ? mine.w[0] : i == 1 ? mine.w[1] : i == 2 ? mine.w[2] : mine.w[3];
    put<K>(signature_slot<K>(call, peer, parity, call.rank) + i, value, epoch);
}

/// Sends this call's signature to every peer, from the last block. Its first word is also this rank's credit.
template <class K, class Moves>
NZ_DEVICE void put_signature(const Call<K::kRanks>& call, const Turn& turn) {
    if constexpr (has_signatures<K, Moves>()) {
        constexpr u32 words = K::Plan::kVerify ? 4 : 1;
        if (!is_heard_block<K, Moves>()) {
            return;
        }
        const Signature mine = signature_of<K>(call, turn.epoch);
        for (u32 i = signature_thread(); i < words * K::kRanks; i += block_threads()) {
            if (i / words != call.rank) {
                put_signature_word<K>(call, mine, i / words, turn.parity, i % words, turn.epoch);
            }
        }
    }
}

/// The signatures' parity that the other side of a hand-off fills.
template <class K>
NZ_DEVICE constexpr u32 other_side() {
    return K::kSide == Side::sender ? 1 : 0;
}

/// Whether the peer's signature is whole, of this epoch, and not this call's. It stays so: a peer that disagrees can't finish.
template <class K>
NZ_DEVICE bool disagrees(const Call<K::kRanks>& call, u32 epoch, u32 parity, u32 peer) {
    const u64* slot = signature_slot<K>(call, call.rank, parity, peer);
#pragma unroll 1
    for (int i = 3; i > 0; i--) {
        if (tag_of(load_relaxed<K::kScope>(slot + i)) != epoch) {
            return false;
        }
    }
    const u64 first = load_relaxed<K::kScope>(slot);
    return tag_of(first) == epoch && value_of(first) != signature_of<K>(call, epoch).w[0];
}

/// Looks through all signatures for one that disagrees; its slot, or null. A wait doesn't know its call's parity, but a tag is
/// in one of the two only.
template <class K>
NZ_DEVICE const u64* find_disagreement(const Call<K::kRanks>& call, u32 epoch, u32& peer) {
    if constexpr (K::Plan::kVerify && K::kSide != Side::none) {
        peer = call.root;
        return disagrees<K>(call, epoch, other_side<K>(), peer) ? signature_slot<K>(call, call.rank, other_side<K>(), peer)
                                                                : nullptr;
    } else if constexpr (K::Plan::kVerify) {
#pragma unroll 1
        for (u32 i = 0; i < 2u * K::kRanks; i++) {
            peer = i / 2;
            if (peer != call.rank && disagrees<K>(call, epoch, i % 2, peer)) {
                return signature_slot<K>(call, call.rank, i % 2, peer);
            }
        }
    }
    return nullptr;
}

template <class K>
NZ_DEVICE bool disagreement_known(const Call<K::kRanks>& call, u32 epoch) {
    u32 peer;
    return find_disagreement<K>(call, epoch, peer) != nullptr;
}

template <class K>
NZ_DEVICE_COLD void report_end(const Call<K::kRanks>& call, u32 epoch, u32 site, u32 missing) {
    Fault fault{K::Plan::kFaultTimeout, site, epoch, missing, 0, 0, 0, 0};
    if (const u64* slot = find_disagreement<K>(call, epoch, fault.peer)) {
        u32 theirs[4];
#pragma unroll
        for (int i = 0; i < 4; i++) {
            theirs[i] = value_of(load_relaxed<K::kScope>(slot + i));
        }
        const u64 count = theirs[1] | static_cast<u64>(theirs[2] & 0xFFFFu) << 32;
        const u32 root = theirs[2] >> 16 & 0xFFu;
        fault = Fault{K::Plan::kFaultMismatch, K::Plan::kSiteSignature, epoch, 0, fault.peer, theirs[3],
                      theirs[2] >> 24 | root << 8, count};
    }
    report<K>(call, fault);
}

/// Whether the peer's signature is there and this call's own; without waiting.
template <class K>
NZ_DEVICE bool known_to_agree(const Call<K::kRanks>& call, const Turn& turn, u32 peer) {
    if constexpr (K::Plan::kVerify) {
        const u64 word = load_relaxed<K::kScope>(signature_slot<K>(call, call.rank, turn.parity, peer));
        return word == tagged(signature_of<K>(call, turn.epoch).w[0], turn.epoch);
    }
    return true;
}

/// Whether the peer is known to be in this call.
template <class K>
NZ_DEVICE bool known_to_be_here(const Call<K::kRanks>& call, const Turn& turn, u32 peer) {
    if constexpr (K::Plan::kVerify) {
        return known_to_agree<K>(call, turn, peer);
    }
    return tag_of(load_relaxed<K::kScope>(signature_slot<K>(call, call.rank, turn.parity, peer))) == turn.epoch;
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

/// Waits for every peer's signature and compares; or for its credit alone. The last block only; the kernel doesn't end before
/// it has.
template <class K, class Moves>
NZ_DEVICE void check_signatures(const Call<K::kRanks>& call, const Turn& turn) {
    if constexpr (has_signatures<K, Moves>()) {
        if (!is_heard_block<K, Moves>()) {
            return;
        }
        for (u32 peer = signature_thread(); peer < static_cast<u32>(K::kRanks); peer += block_threads()) {
            if (peer == call.rank) {
                continue;
            }
            Wait<K> wait(call, turn.epoch, K::Plan::kSiteSignature);
            while (!known_to_be_here<K>(call, turn, peer)) {
                if (!wait.again(1u << peer)) {
                    return;
                }
            }
        }
    }
}

}  // namespace nz
