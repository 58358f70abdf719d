// Hand-offs where chance would hardly ever bring them: their epochs start over; one thread finds a fault as all others of its
// block have gone on; one side is stuck while the other finds out what is wrong.
#pragma once

#include "records.h"

/// Mail of an earlier round of tags, longer than what has come since: its tags are about to recur.
inline void leave_old_mail(const World& world, Random& random, u32 rank, u64 region, u64 words, u32 tag_bits) {
    u64* mail = reinterpret_cast<u64*>(world.domain(rank) + region);
    for (u64 i = 0; i < words; i++) {
        mail[i] = random.next() >> tag_bits | random.between(1, 9) << (64 - tag_bits);
    }
}

/// Sets one rank's counters of hand-offs as if each pair had made that many, of a tile each.
template <class P>
auto preset_hand_offs(const World& world, Random& random, u32 r, u32 counter) -> decltype(P::kHandoffWords, void()) {
    for (u32 peer = 0; peer < kRanks; peer++) {
        world.word(r, P::kStateSent + 4 * peer) = counter;
        world.word(r, P::kStateReceived + 4 * peer) = counter;
    }
    for (u64 i = 0; i < 2ull * P::kHandoffBlocks * kRanks; i++) {
        world.word(r, P::kHandoffCounters + 4 * i) = counter;
        world.word(r, P::kHandoffFlags + 4 * i) = counter;
    }
    if (counter < 0xFFFFFFFFu) {  // the hand-off that empties the slot is yet to come
        leave_old_mail(world, random, r, P::kHandoffMailbox, kRanks * P::kHandoffWords, 32);
    }
}
template <class P>
void preset_hand_offs(const World&, Random&, u32, ...) {}

/// One thread finds a fault that nobody has seen yet, as the rest of its block waits in a barrier or has left. From then on
/// every rank finds it.
class Strike : public nz::host::Watch {
  public:
    /// @param launch kernels that the thread has ended by then
    /// @param look which of the kernel's looks for faults finds it, from 1: the first is made as the kernel is entered
    Strike(const World& world, u32 rank, u32 block, u32 thread, u32 launch, u32 look)
        : world_(world), rank_(rank), block_(block), thread_(thread), launch_(launch), look_(look) {}

    void before_load(const void* word) override {
        const nz::host::Context& me = *nz::host::context;
        if (word != world_.summary(rank_) || me.block_index != block_ || me.thread != thread_ ||
            me.launches != launch_ || ++looks_ != look_) {
            return;
        }
        while (!me.block->others_wait_or_ended(launch_)) {
            std::this_thread::yield();
        }
        for (u32 r = 0; r < kRanks; r++) {
            nz::host::atom(world_.summary(r))->store(1, std::memory_order_release);
        }
        struck_ = true;
    }

    bool struck() const { return struck_; }

  private:
    const World& world_;
    const u32 rank_, block_, thread_, launch_, look_;
    u32 looks_ = 0;  // these two are the one thread's
    bool struck_ = false;
};

/// A rank whose one block is stuck in its waits, and reports nothing, until a fault is reported by another; or until the
/// deadline, where nobody does.
class Hold : public nz::host::Watch {
  public:
    Hold(const World& world, u32 rank, u32 launch) : word_(world.summary(rank)), launch_(launch) {}

    void before_load(const void* word) override {
        const nz::host::Context& me = *nz::host::context;
        if (word != word_ || me.launches != launch_ || looks_[me.thread]++ == 0) {
            return;  // or a look on entering: the call must have begun
        }
        const u64 start = nz::clock_ns();
        while (nz::host::atom(word_)->load(std::memory_order_relaxed) == 0 && nz::clock_ns() - start < deadline_ns) {
            std::this_thread::yield();
        }
    }

  private:
    const u32* const word_;
    const u32 launch_;
    u32 looks_[kThreads] = {};  // each thread's own
};

/// Hand-offs that both sides of a pair have completed, by their own count.
struct Completed {
    u32 sent;
    u32 received;

    std::string text() const { return std::to_string(sent) + " sent, " + std::to_string(received) + " received"; }
};

template <class P>
auto completed(const World& world, u32 from, u32 to) -> decltype(P::kHandoffWords, Completed()) {
    return Completed{world.word(from, P::kStateSent + 4 * to), world.word(to, P::kStateReceived + 4 * from)};
}
template <class P>
Completed completed(const World&, ...) {
    fail("a plan without hand-offs");
}

struct Pair {
    u32 from, to;

    explicit Pair(Random& random)
        : from(static_cast<u32>(random.below(kRanks))),
          to((from + 1 + static_cast<u32>(random.below(kRanks - 1))) % kRanks) {}
};

/// Bytes of mail that the receiver keeps from the sender.
template <class P>
auto mail_kept(const World& world, u32 from, u32 to) -> decltype(P::kHandoffWords, u64()) {
    const u8* slot = world.domain(to) + P::kHandoffMailbox + from * P::kHandoffWords * 8;
    u64 kept = 0;
    for (u64 i = 0; i < P::kHandoffWords * 8; i++) {
        kept += slot[i] != 0 ? 1 : 0;
    }
    return kept;
}
template <class P>
u64 mail_kept(const World&, ...) {
    fail("a plan without hand-offs");
}

/// Hand-offs of a pair that is about to make the one of the last epoch, which is short; the others have several tiles.
inline void run_epochs(Random& random, const Entry& send, u32 calls) {
    const World world;
    const Pair pair(random);
    for (u32 r = 0; r < kRanks; r++) {
        preset_hand_offs<Plan>(world, random, r, 0xFFFFFFFEu);
    }
    const u64 most = send.limit_bytes != 0 ? send.limit_bytes / send.element_bytes() : 3 * send.tile_packs() * send.width;
    Sequence sequence(world, deadline_ns);
    for (u32 i = 0; i < calls; i++) {
        const u64 count = i == 0 ? most / 3 : most;
        sequence.hand_off(random, sequence.shots.emplace_back(), send, count, count, pair.from, pair.to);
    }
    world.run(sequence.program(random, true), random.next());
    expect_no_fault(world);
    sequence.verify();
    const Completed done = completed<Plan>(world, pair.from, pair.to);
    const u32 last = calls == 1 ? 0xFFFFFFFFu : calls - 1;
    expect(done.sent == last && done.received == last, std::string(send.name) + " past the last epoch: " + done.text());
    const u64 kept = mail_kept<Plan>(world, pair.from, pair.to);
    expect(calls != 1 || kept == 0, std::string(send.name) + " keeps " + std::to_string(kept) + " bytes of old mail");
}

/// The epochs of a pair start over: what the slot held is gone, and that it is comes before what is sent then.
inline void epochs(Random& random, u32) {
    for (const Entry& entry : kEntries) {
        if (entry.operation == Operation::SEND) {
            run_epochs(random, entry, 1);
            run_epochs(random, entry, 4);
        }
    }
}

/// Runs hand-offs of which number `launch` fails by the strike, with others queued behind.
inline void run_struck(const World& world, Random& random, Sequence& sequence, Strike& strike, u32 launch,
                const std::string& what) {
    Program program = sequence.program(random, false);
    program.watch = &strike;
    world.run(program, random.next());
    expect(strike.struck(), what + ": found no fault");
    sequence.verify(launch);
    for (size_t i = launch + 1; i < sequence.shots.size(); i++) {
        expect_untouched(sequence.shots[i], what + ": a call after the fault");
    }
}

/// One thread of one side finds a fault as it enters a hand-off; the other side may be in the one before, or already in it.
inline void strike_on_entering(Random& random, const Entry& send, bool sender, u32 launch, u32 thread) {
    const World world;
    const Pair pair(random);
    // The struck block's last thread has nothing to move, so nobody waits for what it would have moved.
    const u32 block = static_cast<u32>(random.below(send.max_blocks < 2 ? 1 : 2));
    const u64 count = (block * kThreads + random.between(1, kThreads - 1)) * send.width;
    Sequence sequence(world, deadline_ns);
    for (u32 i = 0; i < launch + 3; i++) {
        sequence.hand_off(random, sequence.shots.emplace_back(), send, count, count, pair.from, pair.to);
    }
    Strike strike(world, sender ? pair.from : pair.to, block, thread, launch, 1);
    const std::string what = std::string(send.name) + ", " + (sender ? "sender" : "receiver") + "'s block " +
                             std::to_string(block) + ", thread " + std::to_string(thread) + " struck in call " +
                             std::to_string(launch);
    run_struck(world, random, sequence, strike, launch, what);
    const Completed done = completed<Plan>(world, pair.from, pair.to);
    // A sender that was still waiting for the one before may have given it up.
    const bool sent = done.sent == launch || (!sender && done.sent + 1 == launch);
    expect(sent && done.received == launch, what + ": " + done.text());
}

/// The receiver lacks one pack: that pack's thread finds a fault as all the others have theirs.
inline void strike_in_wait(Random& random, const Entry& send, u32 launch) {
    const World world;
    const Pair pair(random);
    const u32 thread = static_cast<u32>(random.between(1, kThreads - 1));
    Sequence sequence(world, deadline_ns);
    for (u32 i = 0; i < launch + 3; i++) {
        const u64 sent = (i == launch ? thread : thread + 1) * send.width;
        sequence.hand_off(random, sequence.shots.emplace_back(), send, sent, (thread + 1) * send.width, pair.from,
                          pair.to);
    }
    Strike strike(world, pair.to, 0, thread, launch, 2);
    const std::string what = std::string(send.name) + ", waiting receiver's thread " + std::to_string(thread) +
                             " struck in call " + std::to_string(launch);
    run_struck(world, random, sequence, strike, launch, what);
    const Completed done = completed<Plan>(world, pair.from, pair.to);
    expect(done.sent == launch && done.received == launch, what + ": " + done.text());
}

/// A fault is found by one thread of one side of a hand-off: its block leaves together, the hand-off isn't completed, and no
/// later call hands out data.
inline void struck(Random& random, u32) {
    for (const Entry& entry : kEntries) {
        if (entry.operation != Operation::SEND) {
            continue;
        }
        for (u32 launch = 0; launch < 2; launch++) {
            for (const bool sender : {true, false}) {
                strike_on_entering(random, entry, sender, launch, 0);
                strike_on_entering(random, entry, sender, launch, kThreads - 1);
            }
            if (entry.algorithm == kMailbox) {
                strike_in_wait(random, entry, launch);
            }
        }
    }
}

/// Two sides that disagree, one of them stuck: the other says what is wrong, by the signature that the stuck one has sent.
inline void stuck(Random& random, u32) {
    for (const Entry& entry : kEntries) {
        if (entry.operation != Operation::SEND || !Plan::kVerify) {
            continue;
        }
        for (const bool sender : {true, false}) {
            const World world;
            const Pair pair(random);
            const u64 count = random.between(2, kThreads * entry.width - 1);
            Sequence sequence(world, deadline_ns);
            sequence.hand_off(random, sequence.shots.emplace_back(), entry, count, count, pair.from, pair.to);
            sequence.hand_off(random, sequence.shots.emplace_back(), entry, count,
                              random.one_in(2) ? count - 1 : count + 1, pair.from, pair.to);
            Hold hold(world, sender ? pair.from : pair.to, 1);
            expect_mismatch(world, random, sequence, pair.from,
                            std::string(entry.name) + " of another count, with a stuck " +
                                (sender ? "sender" : "receiver"),
                            &hold);
            sequence.verify(1);
        }
    }
}
