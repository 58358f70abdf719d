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

/// Memory of one rank in one call. In place, input and output are parts of one buffer.
struct Part {
    Buffer input;   // whole symmetric buffer when `symmetric`
    Buffer output;  // none: in place, or nothing comes to this rank
    u64 in_at = 0;  // bytes from the buffer's begin
    u64 out_at = 0;
    u64 in_bytes = 0;
    u64 out_bytes = 0;
    bool symmetric = false;
    std::vector<u8> before;  // the input's buffer as it was filled

    u8* in() const { return input ? input.data() + in_at : nullptr; }
    u8* out() const { return output ? output.data() : out_bytes != 0 ? input.data() + out_at : nullptr; }
    bool in_place() const { return out_bytes != 0 && !output; }

    /// Whether nothing but the output has been written.
    bool rest_holds() const {
        for (u64 i = 0; i < before.size(); i++) {
            const bool written = in_place() && i >= out_at && i < out_at + out_bytes;
            if (!written && input.data()[i] != before[i]) {
                return false;
            }
        }
        return (!input || input.guards_hold()) && (!output || output.guards_hold());
    }

    /// Whether not even the output has been written.
    bool untouched() const {
        return rest_holds() && (output ? output.untouched() : before.empty() || std::memcmp(input.data(), before.data(), before.size()) == 0);
    }
};

/// One call of all ranks that take part.
struct Shot {
    const Entry* entry[kRanks] = {};  // null: the rank takes no part
    Work work[kRanks];
    Part part[kRanks];
    std::vector<u64> expected[kRanks];  // elements; empty when ranks disagree
    bool overwritten[kRanks] = {};      // the caller has written the input behind the call
    u64 marks[kRanks] = {};             // of a barrier: what each rank writes ahead of it and all read behind it
};

/// Element bits: any bits, numbers whose sum depends on order, zeros of both signs, and what protocols trip over.
inline u64 random_element(Random& random, const reference::Format& f) {
    const u64 any = random.next() & f.mask();
    if (!f.is_float()) {
        return random.one_in(2) ? any : random.one_in(2) ? f.sign_bit() : random.below(3);
    }
    const u64 sign = random.one_in(2) ? f.sign_bit() : 0;
    const u64 any_fraction = any & f.fraction_mask();
    switch (random.below(8)) {
        case 0: return any;
        case 1: return sign;                 // +0.0, -0.0
        case 2: return sign | any_fraction;  // subnormal
        case 3: return sign | f.top_exponent() << f.fraction_bits | (random.one_in(2) ? any_fraction : 0);
        default: {
            const u64 exponent = static_cast<u64>(f.bias()) - 3 + random.below(6);
            return sign | exponent << f.fraction_bits | any_fraction;
        }
    }
}

inline void put_element(u8* base, u64 index, u32 bytes, u64 bits) { std::memcpy(base + index * bytes, &bits, bytes); }

inline u64 get_element(const u8* base, u64 index, u32 bytes) {
    u64 bits = 0;
    std::memcpy(&bits, base + index * bytes, bytes);
    return bits;
}

/// A count that the entry can carry: often a few elements, often next to a boundary, sometimes all it has room for.
inline u64 random_count(Random& random, const Entry& entry) {
    if (entry.barrier()) {
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

/// Work that the entry can carry, with counts and a root where it has any.
inline Work random_work(Random& random, const Entry& entry) {
    Work work = entry.work();
    work.count = random_count(random, entry);
    work.root = work.rooted() ? static_cast<u32>(random.below(kRanks)) : 0xFF;
    for (u64& count : work.counts) {
        count = random.one_in(3) ? 0 : random.one_in(2) ? work.count : random.between(1, work.count);
    }
    if (!work.counts.empty()) {
        work.counts[random.below(work.counts.size())] = work.count;
    }
    return work;
}

/// What enters a signature of counts; any function that tells them apart will do here.
inline u32 counts_hash(const Work& work) {
    u64 hash = 0;
    for (u64 count : work.counts) {
        hash = Random(hash ^ count).next();
    }
    return work.counts.empty() ? 0 : static_cast<u32>(hash) | 1u;
}

/// The entry that receives what `send` sends.
inline const Entry& receiver_of(const Entry& send) {
    for (const Entry& entry : kEntries) {
        if (entry.operation == Operation::RECEIVE && entry.digest == send.digest && entry.algorithm == send.algorithm) {
            return entry;
        }
    }
    fail(std::string("nobody receives what is sent by ") + send.name);
}

/// Calls in order, for all ranks.
class Sequence {
  public:
    explicit Sequence(const World& world, u64 deadline_ns) : world_(world), deadline_ns_(deadline_ns) {}

    std::deque<Shot> shots;

    /// Adds a call that all ranks agree on; of a send, of a random rank to another, which receives.
    Shot& add(Random& random, const Entry& entry, const Work& work) {
        Shot& shot = shots.emplace_back();
        if (entry.hand_off()) {
            const u32 from = static_cast<u32>(random.below(kRanks));
            const u32 to = (from + 1 + static_cast<u32>(random.below(kRanks - 1))) % kRanks;
            hand_off(random, shot, entry, work.count, work.count, from, to);
            return shot;
        }
        for (u32 r = 0; r < kRanks; r++) {
            fill(random, shot, r, entry, work, random.one_in(3));
        }
        expect_agreed(shot);
        return shot;
    }

    /// What all ranks' outputs must hold, as they agree.
    static void expect_agreed(Shot& shot) {
        const Entry& entry = *shot.entry[0];
        std::vector<std::vector<u64>> inputs;
        for (u32 r = 0; r < kRanks; r++) {
            inputs.push_back(elements(shot, r));
        }
        for (u32 r = 0; r < kRanks; r++) {
            shot.expected[r] = shot.work[r].expected(r, inputs, entry.op, entry.format);
        }
    }

    /// Gives one rank its part of a call.
    void fill(Random& random, Shot& shot, u32 r, const Entry& entry, const Work& work, bool in_place) const {
        const u32 bytes = entry.element_bytes();
        Part& part = shot.part[r];
        shot.entry[r] = &entry;
        shot.work[r] = work;
        part.in_bytes = work.in(r) * bytes;
        part.out_bytes = work.out(r) * bytes;
        const bool one_buffer = entry.operation == Operation::BROADCAST;
        if (one_buffer || (in_place && work.may_be_in_place(r))) {
            part.in_at = one_buffer ? 0 : work.in_place_target(r) * bytes;
            part.out_at = one_buffer ? 0 : work.in_place_source(r) * bytes;
            // The one that is the longer begins where the buffer begins.
            const u64 common = part.in_at < part.out_at ? part.in_at : part.out_at;
            part.in_at -= common;
            part.out_at -= common;
        } else if (part.out_bytes != 0) {
            part.output = Buffer(bytes * random.below(16 / bytes), part.out_bytes);
        }
        part.symmetric = entry.signal_data() && random.one_in(2);
        const u64 shift = part.symmetric ? bytes * random.below(9) : 0;
        part.in_at += shift;
        part.out_at += shift;
        const u64 in_end = part.in_at + part.in_bytes;
        const u64 end = part.in_place() && part.out_at + part.out_bytes > in_end ? part.out_at + part.out_bytes : in_end;
        if (part.in_bytes == 0 && !part.in_place()) {
            part.symmetric = false;
            return;
        }
        part.input = Buffer(bytes * random.below(16 / bytes), end);
        for (u64 i = 0; i < part.in_bytes / bytes; i++) {
            put_element(part.in(), i, bytes, random_element(random, entry.format));
        }
        part.before.assign(part.input.data(), part.input.data() + end);
    }

    /// The launches of all ranks. With `own_kernels` of the caller in between: some overwrite a call's input right behind
    /// it, those around a barrier look whether it is one.
    Program program(Random& random, bool own_kernels) {
        Program program;
        bases_.assign((shots.size() + 1) * kRanks, nullptr);
        for (size_t i = 0; i < shots.size(); i++) {
            for (u32 r = 0; r < kRanks; r++) {
                if (shots[i].part[r].symmetric) {
                    bases_[(i + 1) * kRanks + r] = shots[i].part[r].input.data();
                }
            }
        }
        for (u32 r = 0; r < kRanks; r++) {
            program.haste[r] = 63;
            for (size_t i = 0; i < shots.size(); i++) {
                if (shots[i].entry[r] != nullptr) {
                    add_steps(random, own_kernels, i, r, program.steps[r]);
                }
            }
        }
        program.haste[random.below(kRanks)] = random.one_in(2) ? 3 : 63;
        return program;
    }

    void verify() const { verify(shots.size()); }

    /// Every output of every rank in the first calls, bit by bit, and that nothing else was written.
    void verify(size_t calls) const {
        for (size_t i = 0; i < calls; i++) {
            for (u32 r = 0; r < kRanks; r++) {
                if (shots[i].entry[r] != nullptr) {
                    verify(i, r);
                }
            }
        }
    }

    /// Gives both ranks of a hand-off their parts. Each names the other as its root.
    void hand_off(Random& random, Shot& shot, const Entry& send, u64 sent, u64 received, u32 from, u32 to) const {
        fill(random, shot, from, send, Work{Operation::SEND, kRanks, sent, to, {}}, false);
        fill(random, shot, to, receiver_of(send), Work{Operation::RECEIVE, kRanks, received, from, {}}, false);
        shot.expected[to] = elements(shot, from);
    }

  private:
    static std::vector<u64> elements(const Shot& shot, u32 r) {
        const u32 bytes = shot.entry[r]->element_bytes();
        std::vector<u64> all;
        for (u64 i = 0; i < shot.part[r].in_bytes / bytes; i++) {
            all.push_back(get_element(shot.part[r].in(), i, bytes));
        }
        return all;
    }

    void add_steps(Random& random, bool own_kernels, size_t i, u32 r, std::vector<Step>& steps) {
        Shot& shot = shots[i];
        // Every other one: own kernels in front would hide a barrier kernel that starts too early.
        const bool barrier = own_kernels && i % 2 == 0 && shot.entry[r]->barrier();
        if (barrier) {
            steps.push_back(Step{nullptr, AnyCall{}, [&shot, r](u32 thread) {
                                     if (thread == kThreads - 1) {
                                         shot.marks[r] = kMark;
                                     }
                                 }});
        }
        steps.push_back(Step{shot.entry[r], call(i, r), nullptr});
        if (barrier) {
            steps.push_back(Step{nullptr, AnyCall{}, [&shot](u32 thread) {
                                     expect(thread >= kRanks || shot.marks[thread] == kMark,
                                            "behind a barrier, what a rank did ahead of it is not there");
                                 }});
        } else if (own_kernels && !shot.part[r].in_place() && shot.part[r].in_bytes != 0 && random.one_in(2)) {
            shot.overwritten[r] = true;
            steps.push_back(Step{nullptr, AnyCall{}, [&part = shot.part[r]](u32 thread) {
                                     for (u64 b = thread; b < part.in_bytes; b += kThreads) {
                                         part.in()[b] = 0xFF;
                                     }
                                 }});
        }
    }

    static constexpr u64 kMark = 0x123456789ull;

    AnyCall call(size_t i, u32 r) const {
        const Shot& shot = shots[i];
        const Part& part = shot.part[r];
        const Work& work = shot.work[r];
        AnyCall any{};
        Call& call = any.call;
        world_.connect(call, r);
        call.input = part.in();
        call.output = part.out();
        call.count = work.count;
        call.root = work.root;
        call.counts_hash = counts_hash(work);
        call.deadline_ns = deadline_ns_;
        call.symmetric_id = part.symmetric ? static_cast<u32>(i + 1) : 0;
        call.symmetric_offset = part.in_at;
        call.symmetric = bases_.data();
        for (size_t n = 0; n < work.counts.size(); n++) {
            any.counts[n] = work.counts[n];
        }
        return any;
    }

    void verify(size_t i, u32 r) const {
        const Shot& shot = shots[i];
        const Entry& entry = *shot.entry[r];
        const Part& part = shot.part[r];
        const std::string where = "call " + std::to_string(i) + " of its sequence, " + entry.name + ", count " +
                                  std::to_string(shot.work[r].count) + ", root " + std::to_string(shot.work[r].root) +
                                  ", rank " + std::to_string(r) + (part.in_place() ? ", in place" : "");
        for (u64 e = 0; e < part.out_bytes / entry.element_bytes(); e++) {
            const u64 got = get_element(part.out(), e, entry.element_bytes());
            if (got != shot.expected[r][e]) {
                char text[96];
                std::snprintf(text, sizeof text, ": element %llu is %llX, must be %llX", e, got, shot.expected[r][e]);
                fail(where + text);
            }
        }
        expect(shot.overwritten[r] || part.rest_holds(), where + ": wrote something else than its output");
    }

    const World& world_;
    const u64 deadline_ns_;
    std::vector<u8*> bases_;
};
