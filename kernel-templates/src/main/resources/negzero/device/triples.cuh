// Triples: mail of 16-bit types in packs of 16 bytes, in words of three values and a tag of 16 bits. Three words carry what
// takes four pairs.
#pragma once
#include "mailbox.cuh"

namespace nz {

/// A word of three 16-bit values, the first one lowest, and a tag.
NZ_DEVICE u64 triple(u64 values, u32 tag) { return values | static_cast<u64>(tag) << 48; }
NZ_DEVICE u32 triple_tag(u64 word) { return static_cast<u32>(word >> 48); }

/// Mail of triples: word k of a pack holds its lanes 3k, 3k + 1, 3k + 2; behind the last lane there are zeros.
template <class Kernel>
struct Triples {
    typedef Kernel K;
    static_assert(K::kPackBytes == 16 && K::kElementBytes == 2, "triples carry packs of eight 16-bit lanes");
    static constexpr int kWords = 3;  // of a pack
    static constexpr u32 kLastTag = 0xFFFFu;
    static constexpr u64 kState = K::Plan::kStateTriples;
    static constexpr u64 kRegion = K::Plan::kTriples;
    static constexpr u64 kSlotWords = K::Plan::kTripleWords;

    static NZ_MEMBER u32 tag(u64 word) { return triple_tag(word); }
    static NZ_MEMBER u64 word(const Pack<K>& pack, int i, u32 tag) {
        const u64 first = pack.w[0] | static_cast<u64>(pack.w[1] & 0xFFFFu) << 32;
        const u64 second = pack.w[1] >> 16 | static_cast<u64>(pack.w[2]) << 16;
        return triple(i == 0 ? first : i == 1 ? second : pack.w[3], tag);
    }
    static NZ_MEMBER Pack<K> pack(const u64 (&words)[kWords]) {
        const u32 fourth = static_cast<u32>(words[0] >> 32) & 0xFFFFu;
        return Pack<K>{{static_cast<u32>(words[0]), fourth | static_cast<u32>(words[1]) << 16,
                        static_cast<u32>(words[1] >> 16), static_cast<u32>(words[2])}};
    }
};

}  // namespace nz
