// The ranks of a group as the native suites run them: memory of each rank, and real threads for every thread of every block.
// Ranks meet through their regions only. On one rank, kernels follow each other as on a stream.
#pragma once

#include "head.h"
#include "work.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

using nz::u8;
using nz::u64;

constexpr u32 kRanks = Plan::kGroupSize;
constexpr u32 kThreads = 32;
typedef nz::Call<Plan::kGroupSize> Call;
/// The longest parameter block; kernels with fewer counts get what they know of it.
typedef nz::CountedCall<kRanks, kRanks * kRanks> AnyCall;

enum Algorithm : u32 {
    kLamport = 1, kOneStage = 2, kTwoStage = 3, kMailbox = 4, kBarrier = 5, kTwoShot = 6, kTriples = 7
};

inline Call parameters(const AnyCall& any, const Call*) { return any.call; }

template <int Numbers>
nz::CountedCall<kRanks, Numbers> parameters(const AnyCall& any, const nz::CountedCall<kRanks, Numbers>*) {
    nz::CountedCall<kRanks, Numbers> counted;
    counted.call = any.call;
    std::memcpy(counted.counts, any.counts, sizeof counted.counts);
    return counted;
}

/// Calls a kernel with its own kind of parameter block.
template <class Block, void (*Run)(Block)>
void run_kernel(const AnyCall& any) {
    Run(parameters(any, static_cast<const Block*>(nullptr)));
}

/// Bytes of the hand-offs' staging; 0 if the plan has none.
template <class P>
auto handoff_staging(int) -> decltype(P::kHandoffStagingBytes) {
    return P::kHandoffStagingBytes;
}
template <class P>
u64 handoff_staging(...) {
    return 0;
}

/// One kernel, as the plan describes it.
struct Entry {
    const char* name;
    void (*run)(const AnyCall&);
    Operation operation;
    u32 numbers;  // counts of a call; 0 with one count
    u32 algorithm;
    u32 digest;
    reference::Format format;
    u32 width;
    reference::Op op;
    u64 limit_bytes;  // of a segment; 0: no limit
    u32 max_blocks;
    u32 packs_per_thread;
    u32 spare_threads;

    u32 element_bytes() const { return static_cast<u32>(format.bytes()); }
    u64 packs(u64 count) const { return (count + width - 1) / width; }
    bool hand_off() const { return operation == Operation::SEND || operation == Operation::RECEIVE; }
    bool barrier() const { return operation == Operation::BARRIER; }
    bool signal_data() const { return algorithm == kOneStage || algorithm == kTwoStage; }
    /// Work of no elements, for what doesn't depend on how many there are.
    Work work() const { return Work{operation, kRanks, 0, 0xFF, std::vector<u64>(numbers)}; }
    /// As SignalLayout.tilePacks.
    u64 tile_packs() const {
        if (hand_off()) {
            return handoff_staging<Plan>(0) / (width * element_bytes());
        }
        if (algorithm == kTwoStage) {
            return Plan::kInboxBytes / 2 / kRanks / (width * element_bytes()) * kRanks;
        }
        const bool from_root = operation == Operation::BROADCAST || operation == Operation::SCATTER;
        return Plan::kInboxBytes / (from_root ? 1 : kRanks) / (width * element_bytes());
    }

    /// The grid of a call, by the plan's rule.
    u32 blocks(u64 count) const {
        u64 pass = packs(count);
        if (signal_data() && pass > tile_packs()) {
            pass = tile_packs();
        }
        if (algorithm == kTwoStage || algorithm == kTwoShot) {
            pass = (pass + kRanks - 1) / kRanks;
        }
        const u64 per_block = static_cast<u64>(kThreads) * packs_per_thread;
        const u64 places = pass + static_cast<u64>(spare_threads) * packs_per_thread;
        const u64 wanted = (places + per_block - 1) / per_block;
        return static_cast<u32>(wanted < 1 ? 1 : wanted > max_blocks ? max_blocks : wanted);
    }
};

#include "methods.h"

/// Ends the process; the command line at the end of the output repeats the run.
[[noreturn]] inline void fail(const std::string& what) {
    std::fprintf(stderr, "FAIL: %s\n", what.c_str());
    std::fflush(nullptr);
    std::_Exit(1);
}

inline void expect(bool ok, const std::string& what) {
    if (!ok) {
        fail(what);
    }
}

/// A small generator of its own, so that a seed gives the same sequence everywhere.
class Random {
  public:
    explicit Random(u64 seed) : state_(seed) {}

    u64 next() {  // splitmix64
        u64 z = state_ += 0x9E3779B97F4A7C15ull;
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
        z = (z ^ z >> 27) * 0x94D049BB133111EBull;
        return z ^ z >> 31;
    }

    u64 below(u64 bound) { return next() % bound; }
    u64 between(u64 low, u64 high) { return low + below(high - low + 1); }
    bool one_in(u64 n) { return below(n) == 0; }

  private:
    u64 state_;
};

/// One kernel launch of one rank: a collective, or (without entry) one block of a kernel of the caller's own.
struct Step {
    const Entry* entry;
    AnyCall any;
    std::function<void(u32 thread)> own;

    u32 blocks() const { return entry == nullptr ? 1 : entry->blocks(any.call.count); }
};

/// What every rank launches, in order, how often its threads give way, and who steps in.
struct Program {
    std::vector<Step> steps[kRanks];
    u32 haste[kRanks];
    nz::host::Watch* watch = nullptr;
};

/// Every slot of both Lamport regions is free.
inline void fill_lamport(u8* domain) {
    u32* words = reinterpret_cast<u32*>(domain + Plan::kLamport);
    for (u64 i = 0; i < 3 * kRanks * Plan::kLamportBytes / 4; i++) {
        words[i] = 0x80000000u;
    }
    u64* longs = reinterpret_cast<u64*>(domain + Plan::kLamport64);
    for (u64 i = 0; i < 3 * kRanks * Plan::kLamport64Bytes / 8; i++) {
        longs[i] = 0x8000000000000000ull;
    }
}

/// Regions of all ranks, initialised as a domain is.
class World {
  public:
    World() {
        for (u32 r = 0; r < kRanks; r++) {
            domain_[r] = allocate(Plan::kDomainBytes);
            control_[r] = allocate(Plan::kControlBytes);
            fill_lamport(domain_[r]);
        }
    }

    u8* domain(u32 rank) const { return domain_[rank]; }
    u8* control(u32 rank) const { return control_[rank]; }
    u32& word(u32 rank, u64 offset) const { return *reinterpret_cast<u32*>(domain_[rank] + offset); }
    u32* summary(u32 rank) const { return reinterpret_cast<u32*>(control_[rank] + Plan::kFaultSummary); }

    void connect(Call& call, u32 rank) const {
        call.rank = rank;
        for (u32 r = 0; r < kRanks; r++) {
            call.domain[r] = domain_[r];
            call.control[r] = control_[r];
        }
    }

    /// Runs a program to its end: every thread of every kernel.
    void run(const Program& program, u64 seed) const {
        std::unique_ptr<nz::host::Launch[]> launches[kRanks];
        std::deque<nz::host::Block> blocks;
        std::vector<std::thread> threads;
        for (u32 r = 0; r < kRanks; r++) {
            const std::vector<Step>& steps = program.steps[r];
            launches[r] = std::make_unique<nz::host::Launch[]>(steps.size());
            u32 most = 0;
            for (size_t i = 0; i < steps.size(); i++) {
                const u32 grid = steps[i].blocks();
                most = grid > most ? grid : most;
                launches[r][i].previous = i == 0 ? nullptr : &launches[r][i - 1];
                launches[r][i].threads = grid * kThreads;
            }
            for (u32 b = 0; b < most; b++) {
                blocks.emplace_back(kThreads);
                for (u32 t = 0; t < kThreads; t++) {
                    const u64 mixed = Random(seed + (r * 64 + b) * 64 + t).next();
                    threads.emplace_back(stream_thread, std::cref(steps), launches[r].get(), &blocks.back(), b, t,
                                         static_cast<u32>(mixed) | 1u, program.haste[r], program.watch);
                }
            }
        }
        for (std::thread& thread : threads) {
            thread.join();
        }
    }

  private:
    struct Free {
        void operator()(u8* p) const { std::free(p); }
    };

    u8* allocate(u64 bytes) {
        u8* p = static_cast<u8*>(std::aligned_alloc(256, (bytes + 255) / 256 * 256));
        std::memset(p, 0, bytes);
        memory_.emplace_back(p);
        return p;
    }

    /// One thread of one block, through all kernels of its rank that have that block.
    static void stream_thread(const std::vector<Step>& steps, nz::host::Launch* launches, nz::host::Block* block,
                              u32 block_index, u32 thread, u32 random, u32 haste, nz::host::Watch* watch) {
        nz::host::Context context;
        context.block = block;
        context.thread = thread;
        context.threads = kThreads;
        context.block_index = block_index;
        context.random = random;
        context.haste = haste;
        context.watch = watch;
        nz::host::context = &context;
        for (size_t i = 0; i < steps.size(); i++) {
            const Step& step = steps[i];
            context.blocks = step.blocks();
            context.launch = &launches[i];
            if (block_index >= context.blocks) {
                continue;
            }
            if (step.entry != nullptr) {
                step.entry->run(step.any);
            } else {
                nz::kernel_enter();
                step.own(thread);
            }
            context.end_kernel();
        }
    }

    std::vector<std::unique_ptr<u8, Free>> memory_;
    u8* domain_[kRanks];
    u8* control_[kRanks];
};
