// Send and receive between flags: tile by tile, the receiver reads the sender's input where it stands, or a staged copy.
//
// Block b of the one meets block b of the other, twice a tile: "ready", with the descriptor, and "taken". One bank is enough:
// ready i + 1 is written only after taken i has been seen, and taken i + 1 only after ready i + 1.
#pragma once
#include "hand_off.cuh"

namespace nz {

/// Where the sender's input is for the receiver. Whatever a rank decides alone that changes what its peer reads stands here.
struct Descriptor {
    u32 symmetric_id;  // 0: in its staging region
    u32 unused;
    u64 offset;  // bytes from the symmetric buffer's base
};

/// The sender's input as this block reads it.
struct Source {
    const u8* base;
    u32 staged;
};

/// The part of the message that is handed over at once: as many packs as the staging region holds.
struct HandOffTile {
    u64 begin;  // first pack
    u64 packs;
};

/// The tile from pack `begin` on of `count` elements; none is left when it has no packs.
template <class K>
NZ_DEVICE HandOffTile handoff_tile(u64 count, u64 begin) {
    constexpr u64 most = K::Plan::kHandoffStagingBytes / K::kPackBytes;
    const u64 packs = K::packs(count);
    const u64 left = begin < packs ? packs - begin : 0;
    return HandOffTile{begin, left < most ? left : most};
}

/// Turns the sender's descriptor into an address of this rank's address space.
template <class K>
NZ_DEVICE Source resolve(const Call<K::kRanks>& call, u32 peer, const Descriptor& d) {
    if (d.symmetric_id == 0) {
        return Source{call.domain[peer] + K::Plan::kHandoffStaging, 1};
    }
    return Source{call.symmetric[static_cast<u64>(d.symmetric_id) * K::kRanks + peer] + d.offset, 0};
}

/// One pack of the tile; in staging it is whole and aligned, in the sender's own buffer perhaps neither.
template <class K>
NZ_DEVICE Pack<K> load_source(const Source& source, const HandOffTile& tile, u64 index, u64 count) {
    if (source.staged != 0) {
        Pack<K> pack;
        load_words<K::kPackBytes>(source.base + index * K::kPackBytes, pack.w);
        return pack;
    }
    return load_pack<K>(source.base, tile.begin + index, count, pack_aligned<K>(source.base));
}

/// Copies this block's share of a tile out of its source to the output; up to K::kMoveBatch packs in flight.
template <class K>
NZ_DEVICE void copy_tile(const Source& source, const HandOffTile& tile, u64 count, u8* output) {
    const bool aligned = pack_aligned<K>(output);
    const u64 step = grid_threads();
    for (u64 index = grid_thread(); index < tile.packs; index += K::kMoveBatch * step) {
        Pack<K> packs[K::kMoveBatch];
#pragma unroll
        for (int b = 0; b < K::kMoveBatch; b++) {
            if (index + b * step < tile.packs) {
                packs[b] = load_source<K>(source, tile, index + b * step, count);
            }
        }
#pragma unroll
        for (int b = 0; b < K::kMoveBatch; b++) {
            if (index + b * step < tile.packs) {
                store_pack<K>(output, tile.begin + index + b * step, count, aligned, packs[b]);
            }
        }
    }
}

/// Copies this block's share of a tile into the own staging region, bit for bit.
template <class K>
NZ_DEVICE void stage(const Call<K::kRanks>& call, const HandOffTile& tile) {
    const bool aligned = pack_aligned<K>(call.input);
    u8* staging = call.domain[call.rank] + K::Plan::kHandoffStaging;
    for (u64 i = grid_thread(); i < tile.packs; i += grid_threads()) {
        const Pack<K> pack = load_pack<K>(call.input, tile.begin + i, call.count, aligned);
        store_words<K::kPackBytes>(staging + i * K::kPackBytes, pack.w);
    }
}

/// Row of this block in the hand-offs' tables, with a place for each rank; `table` is one of two.
template <class K>
NZ_DEVICE u64 handoff_place(u32 table, u32 rank) {
    return (static_cast<u64>(table) * K::Plan::kHandoffBlocks + block_id()) * K::kRanks + rank;
}

/// Tiles that this block has handed over to the other rank so far, or taken from it; may wrap.
template <class K>
NZ_DEVICE u8* handoff_counter(const Call<K::kRanks>& call) {
    return call.domain[call.rank] + K::Plan::kHandoffCounters + 4 * handoff_place<K>(K::kParity, call.root);
}

/// The flag that the sender (`ready`) or the receiver (`taken`) sets in the other's region.
template <class K>
NZ_DEVICE u32* handoff_flag(const Call<K::kRanks>& call, Side writer_side, u32 owner, u32 writer) {
    const u32 table = writer_side == Side::sender ? 0 : 1;
    return reinterpret_cast<u32*>(call.domain[owner] + K::Plan::kHandoffFlags) + handoff_place<K>(table, writer);
}

template <class K>
NZ_DEVICE u8* handoff_descriptor(const Call<K::kRanks>& call, u32 receiver, u32 sender) {
    return call.domain[receiver] + K::Plan::kHandoffDescriptors + handoff_place<K>(0, sender) * sizeof(Descriptor);
}

/// Waits for the other rank's block to set its flag to `count`. By one thread; acquires what that block released.
///
/// @return false when the wait was given up
template <class K>
NZ_DEVICE bool wait_for_flag(const Call<K::kRanks>& call, const Turn& turn, Side other, u32 count) {
    Wait<K> wait(call, turn.epoch, K::kSite);
    while (load_acquire<K::kScope>(handoff_flag<K>(call, other, call.rank, call.root)) != count) {
        if (!wait.again(1u << call.root)) {
            return false;
        }
    }
    return true;
}

/// Tells the receiver's block where the tile is, and waits until it has been taken. All threads.
///
/// @return false when the wait was given up: every thread then leaves
template <class K>
NZ_DEVICE bool hand_over(const Call<K::kRanks>& call, const Turn& turn, u32 count) {
    bool ok = true;
    cta_sync_drain();
    if (thread_id() == 0) {
        const u32 words[4] = {call.symmetric_id, 0, static_cast<u32>(call.symmetric_offset),
                              static_cast<u32>(call.symmetric_offset >> 32)};
        store_words<16>(handoff_descriptor<K>(call, call.root, call.rank), words);
        // Release: pairs with the acquire in the receiver's `take`.
        store_release<K::kScope>(handoff_flag<K>(call, Side::sender, call.root, call.rank), count);
        ok = wait_for_flag<K>(call, turn, Side::receiver, count);
    }
    return !cta_sync_or(!ok);
}

template <class Kernel>
NZ_DEVICE void send_signal_one_stage(const Call<Kernel::kRanks>& call) {
    typedef HandOff<Kernel, Side::sender> K;
    kernel_enter();
    let_next_start();
    u32 count;
    load_words<4>(handoff_counter<K>(call), &count);
    const Turn turn = enter_pair<K>(call);
    if (!turn.ok) {
        return;
    }
    put_pair_signature<K>(call, turn);
    for (HandOffTile tile = handoff_tile<K>(call.count, 0); tile.packs != 0;
         tile = handoff_tile<K>(call.count, tile.begin + tile.packs)) {
        if (call.symmetric_id == 0) {
            stage<K>(call, tile);
        }
        if (!hand_over<K>(call, turn, ++count)) {
            return;
        }
    }
    if (thread_id() == 0) {
        store_words<4>(handoff_counter<K>(call), &count);
    }
    finish_sending<K>(call, turn);
}

/// Waits for the sender's block to have a tile ready, and learns where it is. All threads.
///
/// @param source in shared memory
/// @return false when a wait was given up: every thread then leaves
template <class K>
NZ_DEVICE bool await_tile(const Call<K::kRanks>& call, const Turn& turn, u32 count, Source& source) {
    bool ok = true;
    if (thread_id() == 0) {
        ok = wait_for_flag<K>(call, turn, Side::sender, count);
        if (ok) {
            u32 words[4];
            load_words<16>(handoff_descriptor<K>(call, call.rank, call.root), words);
            // A staging region has room for any call. The buffer of a sender that makes another call may be too short, and
            // the descriptor an old one, so neither is touched before both agree.
            ok = words[0] == 0 || wait_to_agree<K>(call, turn, call.root);
            if (ok) {
                source = resolve<K>(call, call.root, Descriptor{words[0], 0, words[2] | static_cast<u64>(words[3]) << 32});
            }
        }
    }
    return !cta_sync_or(!ok);
}

/// Tells the sender's block that the tile has been read. All threads.
template <class K>
NZ_DEVICE void take(const Call<K::kRanks>& call, u32 count) {
    cta_sync_drain();
    if (thread_id() == 0) {
        // Release: pairs with the acquire in the sender's `hand_over`.
        store_release<K::kScope>(handoff_flag<K>(call, Side::receiver, call.root, call.rank), count);
    }
}

template <class Kernel>
NZ_DEVICE void receive_signal_one_stage(const Call<Kernel::kRanks>& call) {
    typedef HandOff<Kernel, Side::receiver> K;
    NZ_SHARED(Source, source);
    kernel_enter();
    let_next_start();
    u32 count;
    load_words<4>(handoff_counter<K>(call), &count);
    const Turn turn = enter_pair<K>(call);
    if (!turn.ok) {
        return;
    }
    put_pair_signature<K>(call, turn);
    for (HandOffTile tile = handoff_tile<K>(call.count, 0); tile.packs != 0;
         tile = handoff_tile<K>(call.count, tile.begin + tile.packs)) {
        if (!await_tile<K>(call, turn, ++count, source)) {
            return;
        }
        copy_tile<K>(source, tile, call.count, call.output);
        take<K>(call, count);
    }
    if (thread_id() == 0) {
        store_words<4>(handoff_counter<K>(call), &count);
    }
    finish_receiving<K>(call, turn);
}

}  // namespace nz
