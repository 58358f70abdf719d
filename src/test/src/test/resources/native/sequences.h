// Random sequences of calls with their inputs, outputs and the bits that must come out.
#pragma once

#include "ranks.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define NZ_EXACT_BUFFERS 1
#endif
#endif

/// Memory of one rank, aligned for its elements only; poisoned, with guards around it (AddressSanitizer brings its own).
class Buffer {
  public:
    Buffer() = default;
    Buffer(u64 shift, u64 bytes)
        : shift_(kGuard + shift), bytes_(bytes), memory_(static_cast<u8*>(std::malloc(kGuard + shift + bytes + kBehind))) {
        std::memset(memory_.get(), kPoison, kGuard + shift + bytes + kBehind);
    }

    u8* data() const { return memory_.get() + shift_; }
    u64 bytes() const { return bytes_; }
    explicit operator bool() const { return memory_ != nullptr; }

    bool guards_hold() const {
        for (u64 i = 0; i < shift_; i++) {
            if (memory_.get()[i] != kPoison) {
                return false;
            }
        }
        for (u64 i = 0; i < kBehind; i++) {
            if (data()[bytes_ + i] != kPoison) {
                return false;
            }
        }
        return true;
    }

    bool untouched() const {
        for (u64 i = 0; i < bytes_; i++) {
            if (data()[i] != kPoison) {
                return false;
            }
        }
        return guards_hold();
    }

    static constexpr u8 kPoison = 0xA5;

  private:
    struct Free {
        void operator()(u8* p) const { std::free(p); }
    };
    static constexpr u64 kGuard = 16;
#ifdef NZ_EXACT_BUFFERS
    static constexpr u64 kBehind = 0;
#else
    static constexpr u64 kBehind = 16;
#endif
    u64 shift_ = 0;
    u64 bytes_ = 0;
    std::unique_ptr<u8, Free> memory_;
};

/// One collective call of all ranks.
struct Shot {
    const Entry* entry[kRanks];
    u64 count[kRanks];
    Buffer input[kRanks];   // whole symmetric buffer when `symmetric`
    Buffer output[kRanks];  // none: in place
    u64 offset[kRanks];     // of the input within its buffer
    bool symmetric[kRanks];
    std::vector<u32> expected;  // elements; empty when ranks disagree
    u64 marks[kRanks] = {};     // of a barrier: what each rank writes ahead of it and all read behind it

    u8* in(u32 rank) const { return input[rank].data() + offset[rank]; }
    u8* out(u32 rank) const { return output[rank] ? output[rank].data() : in(rank); }
};

/// Element bits: any bits, numbers whose sum depends on order, zeros of both signs, and what protocols trip over.
inline u32 random_element(Random& random, const reference::Format& f) {
    const int fraction = f.fraction_bits;
    const u32 sign = static_cast<u32>(random.below(2)) << (f.exponent_bits + fraction);
    const u32 any_fraction = static_cast<u32>(random.below(1ull << fraction));
    switch (random.below(8)) {
        case 0: return static_cast<u32>(random.below(1ull << (8 * f.bytes())));
        case 1: return sign;                                                                     // +0.0, -0.0
        case 2: return sign | any_fraction;                                                      // subnormal
        case 3: return sign | ((1u << f.exponent_bits) - 1) << fraction | (any_fraction & (0u - static_cast<u32>(random.below(2))));
        default: {
            const u32 exponent = static_cast<u32>(f.bias()) - 3 + static_cast<u32>(random.below(6));
            return sign | exponent << fraction | any_fraction;
        }
    }
}

inline void put_element(u8* base, u64 index, u32 bytes, u32 bits) { std::memcpy(base + index * bytes, &bits, bytes); }

inline u32 get_element(const u8* base, u64 index, u32 bytes) {
    u32 bits = 0;
    std::memcpy(&bits, base + index * bytes, bytes);
    return bits;
}

/// A count that the entry can carry: often a few elements, often next to a boundary, sometimes all it has room for.
inline u64 random_count(Random& random, const Entry& entry) {
    if (entry.algorithm == kBarrier) {
        return 0;
    }
    const u64 most = entry.limit_bytes != 0 ? entry.limit_bytes / entry.element_bytes()
                                            : entry.tile_packs() * entry.width * 33 / 10;
    u64 count;
    switch (random.below(4)) {
        case 0: count = random.between(1, 9); break;
        case 1: count = random.between(1, kThreads * entry.width); break;
        case 2: count = random.between(1, 9) * kThreads * entry.width + random.below(5) - 2; break;
        default: count = random.between(1, most);
    }
    return count > most ? most : count;
}

/// Calls in order, for all ranks.
class Sequence {
  public:
    explicit Sequence(const World& world, u64 deadline_ns) : world_(world), deadline_ns_(deadline_ns) {}

    std::deque<Shot> shots;

    /// Adds a call that all ranks agree on.
    Shot& add(Random& random, const Entry& entry, u64 count) {
        Shot& shot = shots.emplace_back();
        const u32 bytes = entry.element_bytes();
        for (u32 r = 0; r < kRanks; r++) {
            fill(random, shot, r, entry, count, entry.signal_data() && random.one_in(2), random.one_in(4));
        }
        std::vector<u32> column(kRanks);
        for (u64 i = 0; i < count; i++) {
            for (u32 r = 0; r < kRanks; r++) {
                column[r] = get_element(shot.in(r), i, bytes);
            }
            shot.expected.push_back(reference::reduce(entry.op, entry.format, column));
        }
        return shot;
    }

    /// Gives one rank its part of a call.
    void fill(Random& random, Shot& shot, u32 r, const Entry& entry, u64 count, bool symmetric, bool in_place) const {
        const u32 bytes = entry.element_bytes();
        shot.entry[r] = &entry;
        shot.count[r] = count;
        shot.symmetric[r] = symmetric;
        shot.offset[r] = symmetric ? bytes * random.below(9) : 0;
        shot.input[r] = Buffer(bytes * random.below(16 / bytes), shot.offset[r] + count * bytes);
        for (u64 i = 0; i < count; i++) {
            put_element(shot.in(r), i, bytes, random_element(random, entry.format));
        }
        if (!in_place) {
            shot.output[r] = Buffer(bytes * random.below(16 / bytes), count * bytes);
        }
    }

    /// The launches of all ranks. With `own_kernels` of the caller in between: some overwrite a call's input right behind
    /// it, those around a barrier look whether it is one.
    Program program(Random& random, bool own_kernels) {
        Program program;
        bases_.assign((shots.size() + 1) * kRanks, nullptr);
        for (size_t i = 0; i < shots.size(); i++) {
            for (u32 r = 0; r < kRanks; r++) {
                if (shots[i].symmetric[r]) {
                    bases_[(i + 1) * kRanks + r] = shots[i].input[r].data();
                }
            }
        }
        for (u32 r = 0; r < kRanks; r++) {
            program.haste[r] = 63;
            for (size_t i = 0; i < shots.size(); i++) {
                add_steps(random, own_kernels, i, r, program.steps[r]);
            }
        }
        program.haste[random.below(kRanks)] = random.one_in(2) ? 3 : 63;
        return program;
    }

    /// Every output of every rank, bit by bit.
    void verify() const {
        for (size_t i = 0; i < shots.size(); i++) {
            for (u32 r = 0; r < kRanks; r++) {
                verify(i, r);
            }
        }
    }

  private:
    void add_steps(Random& random, bool own_kernels, size_t i, u32 r, std::vector<Step>& steps) {
        Shot& shot = shots[i];
        // Every other one: own kernels in front would hide a barrier kernel that starts too early.
        const bool barrier = own_kernels && i % 2 == 0 && shot.entry[r]->algorithm == kBarrier;
        if (barrier) {
            steps.push_back(Step{nullptr, Call{}, [&shot, r](u32 thread) {
                                     if (thread == kThreads - 1) {
                                         shot.marks[r] = kMark;
                                     }
                                 }});
        }
        steps.push_back(Step{shot.entry[r], call(i, r), nullptr});
        if (barrier) {
            steps.push_back(Step{nullptr, Call{}, [&shot](u32 thread) {
                                     expect(thread >= kRanks || shot.marks[thread] == kMark,
                                            "behind a barrier, what a rank did ahead of it is not there");
                                 }});
        } else if (own_kernels && shot.output[r] && random.one_in(2)) {
            const u64 bytes = shot.count[r] * shot.entry[r]->element_bytes();
            steps.push_back(Step{nullptr, Call{}, [at = shot.in(r), bytes](u32 thread) {
                                     for (u64 b = thread; b < bytes; b += kThreads) {
                                         at[b] = 0xFF;
                                     }
                                 }});
        }
    }

    static constexpr u64 kMark = 0x123456789ull;

    Call call(size_t i, u32 r) const {
        const Shot& shot = shots[i];
        Call call{};
        world_.connect(call, r);
        call.input = shot.in(r);
        call.output = shot.out(r);
        call.count = shot.count[r];
        call.deadline_ns = deadline_ns_;
        call.symmetric_id = shot.symmetric[r] ? static_cast<u32>(i + 1) : 0;
        call.symmetric_offset = shot.offset[r];
        call.symmetric = bases_.data();
        return call;
    }

    void verify(size_t i, u32 r) const {
        const Shot& shot = shots[i];
        const Entry& entry = *shot.entry[r];
        const std::string where = "call " + std::to_string(i) + " of its sequence, " + entry.name + ", count " +
                                  std::to_string(shot.count[r]) + ", rank " + std::to_string(r);
        for (u64 e = 0; e < shot.count[r]; e++) {
            const u32 got = get_element(shot.out(r), e, entry.element_bytes());
            if (got != shot.expected[e]) {
                char text[96];
                std::snprintf(text, sizeof text, ": element %llu is %08X, must be %08X", e, got, shot.expected[e]);
                fail(where + text);
            }
        }
        expect(shot.input[r].guards_hold(), where + ": wrote around its input");
        expect(!shot.output[r] || shot.output[r].guards_hold(), where + ": wrote around its output");
    }

    const World& world_;
    const u64 deadline_ns_;
    std::vector<u8*> bases_;
};
