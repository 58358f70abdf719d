// Tagged words: 64 bits of which 32 are a value (low) and 32 a tag (high). A word is never split, so a load that sees the
// tag sees the value: neither side needs a fence.
#pragma once
#include "poll.cuh"

namespace nz {

/// A tagged word.
NZ_DEVICE u64 tagged(u32 value, u32 tag) { return value | static_cast<u64>(tag) << 32; }
NZ_DEVICE u32 value_of(u64 word) { return static_cast<u32>(word); }
NZ_DEVICE u32 tag_of(u64 word) { return static_cast<u32>(word >> 32); }

/// Stores one tagged word. Relaxed; pairs with the poll that sees its tag.
template <class K>
NZ_DEVICE void put(u64* slot, u32 value, u32 tag) {
    store_relaxed<K::kScope>(slot, tagged(value, tag));
}

}  // namespace nz
