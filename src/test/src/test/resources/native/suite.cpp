// Runs scenarios over the emitted kernels. Exit status 0: all as promised. Usage: suite SCENARIO SEED CALLS DEADLINE_MS LIMIT_S
#include "hand_offs.h"

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>

#ifdef NZ_TSAN
extern "C" const char* __tsan_default_options() { return "halt_on_error=1:exitcode=66:second_deadlock_stack=1"; }
#endif

namespace {

bool every_entry(const Entry& entry);

const Entry& any_entry(Random& random, const std::function<bool(const Entry&)>& wanted) {
    for (;;) {
        const Entry& entry = kEntries[random.below(sizeof kEntries / sizeof *kEntries)];
        if (every_entry(entry) && wanted(entry)) {
            return entry;
        }
    }
}

/// Every one that starts a call: who receives follows from the send.
bool every_entry(const Entry& entry) { return entry.operation != Operation::RECEIVE; }
bool collective(const Entry& entry) { return !entry.hand_off(); }

bool any_of(const std::function<bool(const Entry&)>& wanted) {
    for (const Entry& entry : kEntries) {
        if (every_entry(entry) && wanted(entry)) {
            return true;
        }
    }
    return false;
}

/// @return how many of the calls all ranks took part in
u32 run_calls(const World& world, Random& random, u32 calls, const std::function<bool(const Entry&)>& wanted,
              u64 patience) {
    u32 of_all = 0;
    calls = any_of(wanted) ? calls : 0;
    while (calls != 0) {
        Sequence sequence(world, patience);
        for (u32 n = calls < 40 ? calls : 40; n != 0; n--, calls--) {
            const Entry& entry = any_entry(random, wanted);
            sequence.add(random, entry, random_work(random, entry));
            of_all += collective(entry) ? 1 : 0;
        }
        world.run(sequence.program(random, true), random.next());
        expect_no_fault(world);
        sequence.verify();
    }
    return of_all;
}

/// All algorithms, types and sizes in any order on one domain.
void mixed(Random& random, u32 calls) { run_calls(World(), random, calls, every_entry, deadline_ns); }

/// Many short calls of the protocols without barriers, where a fast rank runs ahead of a slow one (G3).
void rotation(Random& random, u32 calls) {
    const World world;
    const auto without_barriers = [](const Entry& e) { return e.limit_bytes != 0; };
    calls = any_of(without_barriers) ? calls : 0;
    while (calls != 0) {
        Sequence sequence(world, deadline_ns);
        for (u32 n = calls < 200 ? calls : 200; n != 0; n--, calls--) {
            const Entry& entry = any_entry(random, without_barriers);
            const u64 block = kThreads * entry.width;
            Work work = random_work(random, entry);
            work.count = random.one_in(16) ? random.between(1, 3 * block) : random.between(1, 2 * entry.width);
            for (u64& count : work.counts) {
                count = count < work.count ? count : work.count;
            }
            sequence.add(random, entry, work);
        }
        Program program = sequence.program(random, false);
        for (u32& haste : program.haste) {
            haste = 255;
        }
        program.haste[random.below(kRanks)] = 1;
        world.run(program, random.next());
        expect_no_fault(world);
        sequence.verify();
    }
}

/// Sets the counters of one rank's barriers as if that many instances had passed.
void preset_barriers(const World& world, u32 r, u32 counter) {
    for (u32 b = 0; b < static_cast<u32>(Plan::kMaxBlocks); b++) {
        world.word(r, Plan::kBarriers + 4 * b) = counter;
        for (u32 bank = 0; bank < 2; bank++) {
            for (u32 w = 0; w < kRanks; w++) {
                const u64 row = bank * static_cast<u64>(Plan::kMaxBlocks) + b;
                world.word(r, Plan::kFlags + 4 * (row * kRanks + w)) = (counter & 1) == bank ? counter : counter - 1;
            }
        }
    }
}

/// Sets the first two words of the lines that one rank's blocks have of some state.
void preset_lines(const World& world, u32 r, u64 lines, u32 first, u32 second) {
    for (u32 b = 0; b < static_cast<u32>(Plan::kMaxBlocks); b++) {
        world.word(r, lines + Plan::kStateLine * b) = first;
        world.word(r, lines + Plan::kStateLine * b + 4) = second;
    }
}

/// Sets the counters of all ranks as if that many calls had been made, `before` of them ahead of a round's end.
void preset(const World& world, Random& random, u32 counter, u32 before) {
    const u32 parity = static_cast<u32>(random.below(2));
    const u32 mail_parity = static_cast<u32>(random.below(2));
    const u32 generation = static_cast<u32>(random.below(3));
    const u32 triple_tag = 0xFFFFu - (before < 4 ? before : 4) + 1;
    for (u32 r = 0; r < kRanks; r++) {
        preset_lines(world, r, Plan::kStateCall, counter, parity);
        preset_lines(world, r, Plan::kStateLamport, counter, generation);
        preset_lines(world, r, Plan::kStateLamport64, counter, generation);
        preset_lines(world, r, Plan::kStateMailbox, counter, mail_parity);
        preset_lines(world, r, Plan::kStateTriples, triple_tag, mail_parity);
        preset_barriers(world, r, counter);
        preset_hand_offs<Plan>(world, random, r, counter);
        // Later, the calls that empty the mailbox lie behind.
        if (counter < 0xFFFFFFFEu) {
            leave_old_mail(world, random, r, Plan::kMailbox, 2 * kRanks * Plan::kMailboxWords, 32);
        }
        if (triple_tag < 0xFFFEu) {
            leave_old_mail(world, random, r, Plan::kTriples, 2 * kRanks * Plan::kTripleWords, 16);
        }
    }
}

/// Epochs count the calls, and leave 0 out: memory starts with it, so a slot that nobody has written would pass for new.
void expect_epoch(const World& world, u32 before, u32 calls) {
    u32 epoch = before;
    for (u32 i = 0; i < calls; i++) {
        epoch = epoch == 0xFFFFFFFFu ? 1 : epoch + 1;
    }
    for (u32 r = 0; r < kRanks; r++) {
        const u32 found = world.word(r, Plan::kStateCall);
        expect(found == epoch, "rank " + std::to_string(r) + " is at epoch " + std::to_string(found) + " after " +
                                   std::to_string(calls) + " calls from " + std::to_string(before));
    }
}

/// Counters that pass 2^31 and 2^32 (G13), and tags of triples that pass 2^16.
void wrap(Random& random, u32 calls) {
    const auto mailbox = [](const Entry& e) { return e.algorithm == kMailbox || e.algorithm == kTriples; };
    for (const u32 start : {0x80000000u, 0u}) {
        for (u32 before = 1; before <= 4; before++) {
            const World world;
            preset(world, random, start - before, before);
            const u32 done =
                run_calls(world, random, calls / 8, before % 2 == 0 ? mailbox : every_entry, deadline_ns);
            expect_epoch(world, start - before, done);
        }
    }
}

/// Collectives to try a fault with: one of each algorithm of each operation.
std::vector<const Entry*> one_of_each() {
    std::vector<const Entry*> entries;
    for (const Entry& entry : kEntries) {
        bool first = collective(entry);
        for (const Entry* other : entries) {
            first = first && (other->algorithm != entry.algorithm || other->operation != entry.operation);
        }
        if (first) {
            entries.push_back(&entry);
        }
    }
    return entries;
}

/// A few elements for the entry, out of place, so that an output that is written shows.
void add_short(Sequence& sequence, Random& random, const Entry& entry) {
    Work work = random_work(random, entry);
    work.count = entry.barrier() ? 0 : random.between(1, 40);
    for (u64& count : work.counts) {
        count = count < work.count ? count : work.count;
    }
    Shot& shot = sequence.add(random, entry, work);
    for (u32 r = 0; r < kRanks && !entry.hand_off(); r++) {
        shot.part[r] = Part();
        sequence.fill(random, shot, r, entry, work, false);
    }
}

void expect_stale(const World& world, Random& random, const Entry& entry) {
    Sequence late(world, deadline_ns);
    add_short(late, random, entry);
    world.run(late.program(random, false), random.next());
    expect_untouched(late.shots[0], "a call after the fault");
}

/// The waits in which a rank may give up on a peer that isn't there.
bool is_site_of(const Entry& entry, u32 site) {
    const u32 own = entry.operation == Operation::SEND                               ? Plan::kSiteSend
                    : entry.operation == Operation::RECEIVE                          ? Plan::kSiteReceive
                    : entry.algorithm == kLamport || entry.algorithm == kTwoShot     ? Plan::kSiteLamportPoll
                    : entry.algorithm == kMailbox || entry.algorithm == kTriples     ? Plan::kSiteMailboxPoll
                    : entry.barrier()                                                ? Plan::kSiteEndBarrier
                                                                                     : Plan::kSiteStartBarrier;
    return site == own || ((Plan::kVerify || entry.work().needs_credits()) && site == Plan::kSiteSignature);
}

/// A rank that never launches: the others say so within the deadline, and calls queued behind leave at once.
void dead(Random& random, u32) {
    for (const Entry* entry : one_of_each()) {
        const World world;
        run_calls(world, random, 2, collective, kPatience);
        const u32 missing = static_cast<u32>(random.below(kRanks));
        Sequence sequence(world, deadline_ns);
        add_short(sequence, random, *entry);
        for (u32 i = 1; i < 6; i++) {
            add_short(sequence, random, any_entry(random, every_entry));
        }
        Program program = sequence.program(random, false);
        program.steps[missing].clear();
        const u32 epoch = nz::next_tag(world.word(0, Plan::kStateCall));
        for (const std::vector<Record>& region : run_and_read(world, program, random.next(), kRanks == 2)) {
            for (const Record& record : region) {
                expect(record.kind == Plan::kFaultTimeout && record.rank != missing && record.epoch == epoch &&
                           is_site_of(*entry, record.site) && record.missing == 1u << missing &&
                           record.my_digest == entry->digest && record.my_count() == sequence.shots[0].work[0].count,
                       std::string(entry->name) + " without rank " + std::to_string(missing) + " at epoch " +
                           std::to_string(epoch) + ": " + record.text());
            }
        }
        for (const Shot& shot : sequence.shots) {
            // A movement may have written what had come.
            if (&shot != &sequence.shots.front() || shot.work[0].reduces()) {
                expect_untouched(shot, std::string(entry->name) + ": a call that failed");
            }
        }
        expect_stale(world, random, any_entry(random, every_entry));
    }
}

u32 sender_of(const Shot& shot) {
    u32 rank = 0;
    while (shot.entry[rank] == nullptr || shot.entry[rank]->operation != Operation::SEND) {
        rank++;
    }
    return rank;
}

/// Both sides of hand-offs whose other side never launches.
void lonely(Random& random, u32) {
    for (const Entry& entry : kEntries) {
        if (entry.operation != Operation::SEND) {
            continue;
        }
        for (const bool sends : {true, false}) {
            const World world;
            run_calls(world, random, 2, collective, kPatience);
            Sequence sequence(world, deadline_ns);
            add_short(sequence, random, entry);
            const Shot& shot = sequence.shots[0];
            const u32 from = sender_of(shot);
            const u32 alone = sends ? from : shot.work[from].root;
            const u32 missing = shot.work[alone].root;
            Program program = sequence.program(random, false);
            program.steps[missing].clear();
            for (const std::vector<Record>& region : run_and_read(world, program, random.next(), true)) {
                for (const Record& record : region) {
                    expect(record.kind == Plan::kFaultTimeout && record.rank == alone && record.epoch == 1 &&
                               is_site_of(*shot.entry[alone], record.site) && record.missing == 1u << missing,
                           std::string(shot.entry[alone]->name) + " alone: " + record.text());
                }
            }
            expect_stale(world, random, any_entry(random, every_entry));
        }
    }
}

/// What one rank does in a call of which the ranks disagree.
struct Doing {
    const Entry* entry;
    Work work;
};

/// Runs one call in which `odd` does something else than the others.
void disagree(Random& random, const Doing& all, const Doing& other, u32 odd) {
    const World world;
    run_calls(world, random, 3, collective, kPatience);
    Sequence sequence(world, deadline_ns);
    Shot& shot = sequence.shots.emplace_back();
    for (u32 r = 0; r < kRanks; r++) {
        const Doing& mine = r == odd ? other : all;
        sequence.fill(random, shot, r, *mine.entry, mine.work, false);
    }
    expect_mismatch(world, random, sequence, odd,
                    std::string(all.entry->name) + " of " + std::to_string(all.work.count) + " against " +
                        other.entry->name + " of " + std::to_string(other.work.count) + " on rank " + std::to_string(odd));
}

/// Ranks that call with different counts (G19).
void counts(Random& random, u32) {
    for (const Entry* entry : one_of_each()) {
        if (entry->barrier()) {
            continue;
        }
        const Work work = random_work(random, *entry);
        Work other = work;
        const u64 most = entry->limit_bytes / entry->element_bytes();
        other.count = random.one_in(2) ? work.count + 1 : random_count(random, *entry);
        other.count = other.count == work.count || (most != 0 && other.count > most) ? work.count / 2 + 1 : other.count;
        for (u64& count : other.counts) {
            count = count == work.count ? other.count : count < other.count ? count : other.count;
        }
        if (other.count != work.count) {
            disagree(random, {entry, work}, {entry, other}, static_cast<u32>(random.below(kRanks)));
        }
        if (!work.counts.empty() && work.count > 1) {  // the same largest count, another distribution
            other = work;
            u64& count = other.counts[random.below(other.counts.size())];
            count = count == work.count ? count - 1 : count + 1;
            disagree(random, {entry, work}, {entry, other}, static_cast<u32>(random.below(kRanks)));
        }
    }
    for (const Entry& entry : kEntries) {
        if (entry.operation == Operation::SEND) {
            const World world;
            Sequence sequence(world, deadline_ns);
            const u64 count = random.between(2, 40);
            const u64 other = random.one_in(2) ? count - 1 : count + 1;
            sequence.hand_off(random, sequence.shots.emplace_back(), entry, count, other, 0, 1);
            expect_mismatch(world, random, sequence, 0, std::string(entry.name) + " of another count");
        }
    }
}

/// Ranks that name different roots.
void roots(Random& random, u32) {
    for (const Entry* entry : one_of_each()) {
        const Work work = random_work(random, *entry);
        if (work.rooted()) {
            Work other = work;
            other.root = (work.root + 1 + static_cast<u32>(random.below(kRanks - 1))) % kRanks;
            disagree(random, {entry, work}, {entry, other}, static_cast<u32>(random.below(kRanks)));
        }
    }
}

/// Ranks that call different methods: any other; and one that does the same work, so that nothing else would tell.
void methods(Random& random, u32) {
    for (const Entry* entry : one_of_each()) {
        const Entry& other = any_entry(random, [&](const Entry& e) { return &e != entry && collective(e); });
        const Work work = random_work(random, *entry);
        const u32 odd = static_cast<u32>(random.below(kRanks));
        disagree(random, {entry, work}, {&other, random_work(random, other)}, odd);
        for (const Entry& twin : kEntries) {
            if (&twin != entry && twin.algorithm == entry->algorithm && twin.operation == entry->operation &&
                twin.width == entry->width && twin.numbers == entry->numbers &&
                twin.element_bytes() == entry->element_bytes()) {
                disagree(random, {entry, work}, {&twin, work}, odd);
            }
        }
    }
}

struct Scenario {
    const char* name;
    void (*run)(Random&, u32 calls);
};
const Scenario kScenarios[] = {{"mixed", mixed}, {"rotation", rotation}, {"wrap", wrap},
                               {"dead", dead},   {"lonely", lonely},     {"counts", counts},
                               {"roots", roots}, {"methods", methods},   {"epochs", epochs},
                               {"struck", struck}, {"stuck", stuck}};

/// Ends a process whose threads wait for each other for ever.
class Watchdog {
  public:
    explicit Watchdog(u32 limit_s) : thread_([this, limit_s] {
        std::unique_lock<std::mutex> lock(mutex_);
        if (!woken_.wait_for(lock, std::chrono::seconds(limit_s), [this] { return done_; })) {
            fail("not done within " + std::to_string(limit_s) + " s: threads wait for each other");
        }
    }) {}

    ~Watchdog() {
        {
            const std::lock_guard<std::mutex> lock(mutex_);
            done_ = true;
        }
        woken_.notify_one();
        thread_.join();
    }

  private:
    std::mutex mutex_;
    std::condition_variable woken_;
    bool done_ = false;
    std::thread thread_;
};

}  // namespace

int main(int argc, char** argv) {
    if (argc != 6) {
        fail("usage: suite SCENARIO[,SCENARIO...] SEED CALLS DEADLINE_MS LIMIT_S");
    }
    const std::string wanted = std::string(",") + argv[1] + ",";
    const u64 seed = std::strtoull(argv[2], nullptr, 10);
    const u32 calls = static_cast<u32>(std::strtoul(argv[3], nullptr, 10));
    deadline_ns = std::strtoull(argv[4], nullptr, 10) * 1000000;
    const Watchdog watchdog(static_cast<u32>(std::strtoul(argv[5], nullptr, 10)));
    for (const Scenario& scenario : kScenarios) {
        if (wanted.find(std::string(",") + scenario.name + ",") != std::string::npos) {
            std::printf("%s, %u ranks, seed %llu\n", scenario.name, kRanks, seed);
            std::fflush(stdout);
            Random random(seed);
            scenario.run(random, calls);
        }
    }
    return 0;
}
