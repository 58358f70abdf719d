// What travels in a collective. Each operation describes it in a struct of its own, `Moves` in the exchanges:
//
//   kHearsAll       every rank receives elements from every peer in each call, whatever the counts; else credits are needed
//   kOneSegment     an input is one segment that goes to whoever gets anything; else it has a segment for each rank
//   kFromRoot       only the root sends
//   prepare()       by all threads, before the block barrier of `enter`
//   count(f, t)     elements that go from rank f to rank t; one of them is the own rank, here and below
//   source(f, t)    the first of them in f's input
//   target(f, t)    where the first of them lands in t's output
//   most_sent()     the largest count that leaves this rank for a peer
//   most_received() the largest count that comes to this rank from a peer
//
// Segments are cut into packs from their own first element on; pack i of every segment belongs to the same thread.
#pragma once
#include "call.cuh"

namespace nz {

/// What operations with one count have in common, unless they say otherwise.
template <int Ranks>
struct PlainMoves {
    static constexpr bool kHearsAll = true;
    static constexpr bool kOneSegment = true;
    static constexpr bool kFromRoot = false;
    const Call<Ranks>& call;

    explicit NZ_MEMBER PlainMoves(const Call<Ranks>& c) : call(c) {}
    NZ_MEMBER void prepare() const {}
    NZ_MEMBER bool root() const { return call.rank == call.root; }
    NZ_MEMBER u64 count(u32, u32) const { return call.count; }
    NZ_MEMBER u64 source(u32, u32) const { return 0; }
    NZ_MEMBER u64 target(u32, u32) const { return 0; }
    NZ_MEMBER u64 most_sent() const { return call.count; }
    NZ_MEMBER u64 most_received() const { return call.count; }
};

/// Reads this thread's packs of the first `end` of an array from pack `begin` on, up to K::kMoveBatch in flight, and hands
/// each to `write(index, pack)`.
template <class K, class Write>
NZ_DEVICE void read_packs(const u8* base, u64 begin, u64 end, u64 count, Write write) {
    const bool aligned = pack_aligned<K>(base);
    const u64 step = grid_threads();
    for (u64 index = grid_thread(); index < end; index += K::kMoveBatch * step) {
        Pack<K> packs[K::kMoveBatch];
        start_unset<K>(packs);
#pragma unroll
        for (int b = 0; b < K::kMoveBatch; b++) {
            if (index + b * step < end) {
                packs[b] = load_pack<K>(base, begin + index + b * step, count, aligned);
            }
        }
#pragma unroll
        for (int b = 0; b < K::kMoveBatch; b++) {
            if (index + b * step < end) {
                write(index + b * step, packs[b]);
            }
        }
    }
}

}  // namespace nz
