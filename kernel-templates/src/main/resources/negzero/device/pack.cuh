// Packs: Width lanes that travel together, 4, 8 or 16 bytes, held as 32-bit words.
#pragma once
#include "dtype.cuh"

namespace nz {

/// This rank's side of a hand-off; `none` in a collective.
enum class Side { none, sender, receiver };

/// Everything a kernel is specialised to. `Plan` is the emitted head: group size, scope, offsets.
///
/// @tparam T element type, @tparam Width lanes per pack, @tparam Op reduce operator
/// @tparam Digest of the method and @tparam Code of the algorithm: both enter the call signature
template <class P, class T, int Width, class Op, u32 Digest, u32 Code>
struct Kernel {
    typedef P Plan;
    typedef T Type;
    typedef Op Operator;
    static constexpr Scope kScope = P::kSystemScope ? Scope::System : Scope::Device;
    static constexpr int kRanks = P::kGroupSize;
    static constexpr int kWidth = Width;
    static constexpr int kElementBytes = static_cast<int>(sizeof(typename T::Bits));
    static constexpr int kPackBytes = Width * kElementBytes;
    static constexpr int kPackWords = kPackBytes / 4;
    /// Lanes of a word; of the two words of a lane, where it has two.
    static constexpr int kWordLanes = kElementBytes < 4 ? 4 / kElementBytes : 1;
    /// Bytes that travel undivided where a pack is its own flag.
    static constexpr int kAtomBytes = kElementBytes < 8 ? 4 : 8;
    static constexpr u32 kDigest = Digest;
    static constexpr u32 kCode = Code;
    static constexpr Side kSide = Side::none;
    /// Packs of each peer that a thread keeps in flight by signals, where two blocks of 384 share a processor; and of a thread that only copies. 256 MiB, 2 x H200, in
    /// two stages: with 2 and 4 in flight 773 us; with 4 and 8, in blocks of 256, 777 us.
    static constexpr int kSignalBatch = kRanks <= 2 ? 2 : 1;
    static constexpr int kMoveBatch = 4;
    /// Lanes that are moved together where a pack is moved by its elements.
    static constexpr int kStepLanes = Width < 4 ? Width : 4;
    static constexpr int kStepWords = kStepLanes * kElementBytes / 4;
    static constexpr int kSteps = Width / kStepLanes;
    static_assert(kPackBytes == 4 || kPackBytes == 8 || kPackBytes == 16, "a pack is 4, 8 or 16 bytes");

    /// Packs that `count` elements fill, the last one perhaps partly.
    static NZ_MEMBER u64 packs(u64 count) { return (count + Width - 1) / Width; }
};

template <class K>
struct Pack {
    u32 w[K::kPackWords];
};

/// The bits of lane `i` of a pack.
template <class K>
NZ_DEVICE typename K::Type::Lane lane(const Pack<K>& pack, int i) {
    if constexpr (K::kElementBytes == 8) {
        return join_long(pack.w + 2 * i);
    } else {
        const u32 word = pack.w[i / K::kWordLanes];
        const int shift = i % K::kWordLanes * K::kElementBytes * 8;
        return K::kElementBytes == 4 ? word : word >> shift & ((1u << K::kElementBytes * 8 % 32) - 1u);
    }
}

/// Sets lane `i`, which must be zero, to `bits`.
template <class K>
NZ_DEVICE void set_lane(Pack<K>& pack, int i, typename K::Type::Lane bits) {
    if constexpr (K::kElementBytes == 8) {
        split_long(bits, pack.w + 2 * i);
    } else {
        pack.w[i / K::kWordLanes] |= bits << i % K::kWordLanes * K::kElementBytes * 8;
    }
}

/// -0.0 in every lane of a word: the lanes' sign bits.
template <class K>
NZ_DEVICE constexpr u32 neg_zero_lanes() {
    return K::kElementBytes == 4 ? 0x80000000u : K::kElementBytes == 2 ? 0x80008000u : 0x80808080u;
}

/// For each lane of a word that is -0.0, its sign bit. By integers: a float comparison would take a negative subnormal for
/// -0.0 wherever subnormals are flushed.
template <class K>
NZ_DEVICE u32 neg_zero_mask(u32 word) {
    constexpr u32 signs = neg_zero_lanes<K>();
    const u32 flipped = word ^ signs;  // 0 in a lane that was -0.0
    return ~(((flipped & ~signs) + ~signs) | flipped) & signs;
}

/// For each lane that is -0.0, its sign bit; in word `i` of a pack. Integers have no -0.0.
template <class K>
NZ_DEVICE u32 neg_zero_bits(const Pack<K>& pack, int i) {
    if constexpr (!K::Type::kFloat) {
        return 0;
    } else if constexpr (K::kElementBytes == 8) {
        return i % 2 == 1 && pack.w[i] == 0x80000000u && pack.w[i - 1] == 0 ? 0x80000000u : 0;
    } else {
        return neg_zero_mask<K>(pack.w[i]);
    }
}

/// Whether any lane is -0.0.
template <class K>
NZ_DEVICE bool has_neg_zero(const Pack<K>& pack) {
    u32 found = 0;
#pragma unroll
    for (int i = 0; i < K::kPackWords; i++) {
        found |= neg_zero_bits<K>(pack, i);
    }
    return found != 0;
}

/// Every -0.0 lane becomes +0.0; no other bit changes.
template <class K>
NZ_DEVICE Pack<K> remove_neg_zero(Pack<K> pack) {
#pragma unroll
    for (int i = 0; i < K::kPackWords; i++) {
        pack.w[i] ^= neg_zero_bits<K>(pack, i);
    }
    return pack;
}

/// Whether `p` is aligned for a whole pack; only local accesses depend on it, never what peers see.
template <class K>
NZ_DEVICE bool pack_aligned(const u8* p) {
    return reinterpret_cast<u64>(p) % K::kPackBytes == 0;
}

/// Gives packs that are loaded each on a condition a value before it, where they would take registers without one. So they do
/// everywhere when they have 16 lanes, which widened leave no register to spare. Nothing reads the zeros.
template <class K, int N>
NZ_DEVICE void start_unset(Pack<K> (&packs)[N]) {
    if constexpr (kUnsetTakesRegisters || K::kWidth > 8) {
#pragma unroll
        for (int i = 0; i < N; i++) {
            packs[i] = Pack<K>{};
        }
    }
}

/// Elements that pack `index` has of an array of `count`.
template <class K>
NZ_DEVICE int pack_elements(u64 index, u64 count) {
    const u64 first = index * K::kWidth;
    return first >= count ? 0 : count - first < K::kWidth ? static_cast<int>(count - first) : K::kWidth;
}

/// Drops the lowest words of a pack.
template <class K>
NZ_DEVICE void shift_down(Pack<K>& pack) {
#pragma unroll
    for (int i = 0; i + K::kStepWords < K::kPackWords; i++) {
        pack.w[i] = pack.w[i + K::kStepWords];
    }
}

/// Pack `index`, element by element: at the array's end, and where the array is aligned for its elements only. A loop of
/// few steps, as the code of the whole packs should stay short; the words move past a fixed place, as registers can't be
/// indexed. In line: a call would spill what the caller holds.
template <class K>
NZ_DEVICE Pack<K> load_elements(const u8* base, u64 index, u64 count) {
    typedef typename K::Type::Bits Bits;
    const Bits* from = reinterpret_cast<const Bits*>(base) + index * K::kWidth;
    int left = pack_elements<K>(index, count);
    Pack<K> pack{};
#pragma unroll 1
    for (int step = 0; step < K::kSteps; step++) {
        Pack<K> top{};
#pragma unroll
        for (int i = 0; i < K::kStepLanes; i++) {
            if (i < left) {
                set_lane<K>(top, K::kWidth - K::kStepLanes + i, from[i]);
            }
        }
        shift_down<K>(pack);
#pragma unroll
        for (int i = K::kPackWords - K::kStepWords; i < K::kPackWords; i++) {
            pack.w[i] = top.w[i];
        }
        from += K::kStepLanes;
        left -= K::kStepLanes;
    }
    return pack;
}

/// Writes what `load_elements` would read; lanes past the end are dropped.
template <class K>
NZ_DEVICE void store_elements(u8* base, u64 index, u64 count, Pack<K> pack) {
    typedef typename K::Type::Bits Bits;
    Bits* to = reinterpret_cast<Bits*>(base) + index * K::kWidth;
    int left = pack_elements<K>(index, count);
#pragma unroll 1
    for (int step = 0; step < K::kSteps; step++) {
#pragma unroll
        for (int i = 0; i < K::kStepLanes; i++) {
            if (i < left) {
                to[i] = static_cast<Bits>(lane<K>(pack, i));
            }
        }
        shift_down<K>(pack);
        to += K::kStepLanes;
        left -= K::kStepLanes;
    }
}

/// Pack `index` of an array of `count` elements that is aligned for its elements only; lanes past the end are +0.0.
template <class K>
NZ_DEVICE Pack<K> load_pack(const u8* base, u64 index, u64 count, bool aligned) {
    if (__builtin_expect(aligned && (index + 1) * K::kWidth <= count, 1)) {
        Pack<K> pack;
        load_words<K::kPackBytes>(base + index * K::kPackBytes, pack.w);
        return pack;
    }
    return load_elements<K>(base, index, count);
}

/// Writes what `load_pack` would read.
template <class K>
NZ_DEVICE void store_pack(u8* base, u64 index, u64 count, bool aligned, const Pack<K>& pack) {
    if (__builtin_expect(aligned && (index + 1) * K::kWidth <= count, 1)) {
        store_words<K::kPackBytes>(base + index * K::kPackBytes, pack.w);
    } else {
        store_elements<K>(base, index, count, pack);
    }
}

/// Pack `index` of the segment of `count` elements that begins at element `first` of an array.
template <class K>
NZ_DEVICE Pack<K> load_segment(const u8* base, u64 first, u64 index, u64 count) {
    const u8* begin = base + first * K::kElementBytes;
    return load_pack<K>(begin, index, count, pack_aligned<K>(begin));
}

/// Writes what `load_segment` would read.
template <class K>
NZ_DEVICE void store_segment(u8* base, u64 first, u64 index, u64 count, const Pack<K>& pack) {
    u8* begin = base + first * K::kElementBytes;
    store_pack<K>(begin, index, count, pack_aligned<K>(begin), pack);
}

/// Reduces one pack of every rank, none of which has a -0.0 lane, in rank order.
template <class K>
NZ_DEVICE Pack<K> reduce(const Pack<K> (&parts)[K::kRanks]) {
    typedef typename K::Type T;
    typedef typename K::Operator Op;
    Pack<K> result{};
#pragma unroll
    for (int i = 0; i < K::kWidth; i++) {
        typename T::Acc acc = T::widen(lane<K>(parts[0], i));
#pragma unroll
        for (int p = 1; p < K::kRanks; p++) {
            acc = Op::template join<T>(acc, T::widen(lane<K>(parts[p], i)));
        }
        set_lane<K>(result, i, final_bits<T>(Op::end(acc, K::kRanks)));
    }
    return result;
}

/// The same where `own` stands for `parts[rank]`.
template <class K>
NZ_DEVICE Pack<K> reduce(const Pack<K> (&parts)[K::kRanks], u32 rank, const Pack<K>& own) {
    Pack<K> all[K::kRanks];
#pragma unroll
    for (int p = 0; p < K::kRanks; p++) {
#pragma unroll
        for (int i = 0; i < K::kPackWords; i++) {
            // A choice between words: one between packs would put all of them into memory.
            all[p].w[i] = rank == static_cast<u32>(p) ? own.w[i] : parts[p].w[i];
        }
    }
    return reduce<K>(all);
}

}  // namespace nz
