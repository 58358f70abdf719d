// Runs scenarios over the emitted kernels. Exit status 0: all as promised. Usage: suite SCENARIO SEED CALLS DEADLINE_MS LIMIT_S
#include "sequences.h"

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>

#ifdef NZ_TSAN
extern "C" const char* __tsan_default_options() { return "halt_on_error=1:exitcode=66:second_deadlock_stack=1"; }
#endif

namespace {

u64 deadline_ns;                           // where ranks are meant to run into it, or never should
constexpr u64 kPatience = 120000000000ull;  // where a live rank must not, on whatever machine

std::string hex(u32 x) {
    char text[16];
    std::snprintf(text, sizeof text, "%08X", x);
    return text;
}

/// A fault record in a rank's control region.
struct Record {
    u32 flag, kind, rank, epoch, site, missing, peer, my_digest, peer_digest, algorithms, my_count_words[2],
        peer_count_words[2];

    u64 my_count() const { return my_count_words[0] | static_cast<u64>(my_count_words[1]) << 32; }
    u64 peer_count() const { return peer_count_words[0] | static_cast<u64>(peer_count_words[1]) << 32; }

    std::string text() const {
        return "kind " + std::to_string(kind) + " of rank " + std::to_string(rank) + ", epoch " + std::to_string(epoch) +
               ", site " + std::to_string(site) + ", missing " + hex(missing) + ", peer " + std::to_string(peer) +
               ", digests " + hex(my_digest) + " " + hex(peer_digest) + ", algorithms " + hex(algorithms) + ", counts " +
               std::to_string(my_count()) + " " + std::to_string(peer_count());
    }
};

const u8* record_at(const World& world, u32 owner, u32 writer) {
    return world.control(owner) + Plan::kFaultRecords + writer * Plan::kFaultRecordBytes;
}

Record read_record(const World& world, u32 owner, u32 writer) {
    Record record;
    std::memcpy(&record, record_at(world, owner, writer), sizeof record);
    return record;
}

void expect_no_fault(const World& world) {
    for (u32 r = 0; r < kRanks; r++) {
        for (u32 w = 0; w < kRanks; w++) {
            const Record record = read_record(world, r, w);
            expect(record.flag == 0, "a fault was reported: " + record.text());
        }
    }
}

const Entry& any_entry(Random& random, const std::function<bool(const Entry&)>& wanted) {
    for (;;) {
        const Entry& entry = kEntries[random.below(sizeof kEntries / sizeof *kEntries)];
        if (wanted(entry)) {
            return entry;
        }
    }
}

bool every_entry(const Entry&) { return true; }

void run_calls(const World& world, Random& random, u32 calls, const std::function<bool(const Entry&)>& wanted,
               u64 patience) {
    while (calls != 0) {
        Sequence sequence(world, patience);
        for (u32 n = calls < 40 ? calls : 40; n != 0; n--, calls--) {
            const Entry& entry = any_entry(random, wanted);
            sequence.add(random, entry, random_count(random, entry));
        }
        world.run(sequence.program(random, true), random.next());
        expect_no_fault(world);
        sequence.verify();
    }
}

/// All algorithms, types and sizes in any order on one domain.
void mixed(Random& random, u32 calls) { run_calls(World(), random, calls, every_entry, deadline_ns); }

/// Many short calls of the protocols without barriers, where a fast rank runs ahead of a slow one (G3).
void rotation(Random& random, u32 calls) {
    const World world;
    while (calls != 0) {
        Sequence sequence(world, deadline_ns);
        for (u32 n = calls < 200 ? calls : 200; n != 0; n--, calls--) {
            const Entry& entry = any_entry(random, [](const Entry& e) { return e.limit_bytes != 0; });
            const u64 block = kThreads * entry.width;
            sequence.add(random, entry, random.one_in(16) ? random.between(1, 3 * block) : random.between(1, 2 * entry.width));
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

/// Sets the counters of all ranks as if that many calls had been made.
void preset(const World& world, Random& random, u32 counter) {
    const u32 parity = static_cast<u32>(random.below(2));
    const u32 mail_parity = static_cast<u32>(random.below(2));
    const u32 generation = static_cast<u32>(random.below(3));
    for (u32 r = 0; r < kRanks; r++) {
        world.word(r, Plan::kStateCall) = counter;
        world.word(r, Plan::kStateCall + 4) = parity;
        world.word(r, Plan::kStateLamport) = counter;
        world.word(r, Plan::kStateLamport + 4) = generation;
        world.word(r, Plan::kStateMailbox) = counter;
        world.word(r, Plan::kStateMailbox + 4) = mail_parity;
        for (u32 b = 0; b < static_cast<u32>(Plan::kMaxBlocks); b++) {
            world.word(r, Plan::kStateBarriers + 4 * b) = counter;
            for (u32 bank = 0; bank < 2; bank++) {
                for (u32 w = 0; w < kRanks; w++) {
                    const u64 row = bank * static_cast<u64>(Plan::kMaxBlocks) + b;
                    world.word(r, Plan::kFlags + 4 * (row * kRanks + w)) = (counter & 1) == bank ? counter : counter - 1;
                }
            }
        }
        if (counter >= 0xFFFFFFFEu) {
            continue;  // the calls that empty the mailbox lie behind
        }
        // Mail of 2^32 calls ago, longer than what has come since: its tags are about to recur.
        u64* mail = reinterpret_cast<u64*>(world.domain(r) + Plan::kMailbox);
        for (u64 i = 0; i < 2 * kRanks * Plan::kMailboxWords; i++) {
            mail[i] = random.next() % 0x100000000ull | random.between(1, 9) << 32;
        }
    }
}

/// Counters that pass 2^31 and 2^32 (G13).
void wrap(Random& random, u32 calls) {
    const auto mailbox = [](const Entry& e) { return e.algorithm == kMailbox; };
    for (const u32 start : {0x80000000u, 0u}) {
        for (u32 before = 1; before <= 4; before++) {
            const World world;
            preset(world, random, start - before);
            run_calls(world, random, calls / 8, before % 2 == 0 ? mailbox : every_entry, deadline_ns);
        }
    }
}

/// Entries to try a fault with: one of each algorithm.
std::vector<const Entry*> one_of_each() {
    std::vector<const Entry*> entries;
    for (const Entry& entry : kEntries) {
        bool first = true;
        for (const Entry* other : entries) {
            first = first && other->algorithm != entry.algorithm;
        }
        if (first) {
            entries.push_back(&entry);
        }
    }
    return entries;
}

/// Reads fault records while the ranks run, as a host does: whoever sees the flag sees the record.
class Reader {
  public:
    /// @param by_summary waits for the region's summary, then looks at the flags; else for any record's flag
    /// @param one_writer only one rank reports: what the summary releases then includes its record
    Reader(const World& world, u32 owner, bool by_summary, bool one_writer)
        : thread_([this, &world, owner, by_summary, one_writer] { read(world, owner, by_summary, one_writer); }) {}

    /// All records that were seen; call after the ranks have ended.
    std::vector<Record> finish() {
        ended_.store(true, std::memory_order_release);
        thread_.join();
        return records_;
    }

  private:
    static u32 acquire(const u8* p) {
        return reinterpret_cast<const std::atomic<u32>*>(p)->load(std::memory_order_acquire);
    }

    static u32 relaxed(const u8* p) {
        return reinterpret_cast<const std::atomic<u32>*>(p)->load(std::memory_order_relaxed);
    }

    void read(const World& world, u32 owner, bool by_summary, bool one_writer) {
        bool seen = false;
        while (!seen) {
            const bool last = ended_.load(std::memory_order_relaxed);
            const bool look = !by_summary || acquire(world.control(owner) + Plan::kFaultSummary) != 0;
            for (u32 w = 0; look && w < kRanks; w++) {
                const u8* record = record_at(world, owner, w);
                if ((by_summary && one_writer ? relaxed(record) : acquire(record)) != 0) {
                    seen = true;
                    records_.push_back(read_record(world, owner, w));
                }
            }
            if (last) {
                return;
            }
            std::this_thread::yield();
        }
    }

    std::atomic<bool> ended_{false};
    std::vector<Record> records_;
    std::thread thread_;
};

std::vector<std::vector<Record>> run_and_read(const World& world, const Program& program, u64 seed,
                                              bool one_writer) {
    std::deque<Reader> readers;
    for (u32 r = 0; r < kRanks; r++) {
        readers.emplace_back(world, r, r % 2 != 0, one_writer);
    }
    world.run(program, seed);
    std::vector<std::vector<Record>> records;
    for (Reader& reader : readers) {
        records.push_back(reader.finish());
        expect(!records.back().empty(), "rank " + std::to_string(records.size() - 1) + " was told of no fault");
    }
    return records;
}

void expect_stale(const World& world, Random& random, const Entry& entry) {
    Sequence late(world, deadline_ns);
    Shot& shot = late.add(random, entry, entry.algorithm == kBarrier ? 0 : 5);
    for (u32 r = 0; r < kRanks; r++) {
        if (!shot.output[r]) {
            late.fill(random, shot, r, entry, shot.count[r], false, false);
        }
    }
    world.run(late.program(random, false), random.next());
    for (u32 r = 0; r < kRanks; r++) {
        expect(shot.output[r].untouched(), "a call after the fault wrote its output");
    }
}

/// A rank that never launches: the others say so within the deadline, and calls queued behind leave at once.
void dead(Random& random, u32) {
    for (const Entry* entry : one_of_each()) {
        const World world;
        run_calls(world, random, 2, every_entry, kPatience);
        const u32 missing = static_cast<u32>(random.below(kRanks));
        Sequence sequence(world, deadline_ns);
        for (u32 i = 0; i < 6; i++) {
            const Entry& next = i == 0 ? *entry : any_entry(random, every_entry);
            Shot& shot = sequence.add(random, next, next.algorithm == kBarrier ? 0 : random.between(1, 40));
            for (u32 r = 0; r < kRanks; r++) {
                sequence.fill(random, shot, r, next, shot.count[r], false, false);
            }
        }
        Program program = sequence.program(random, false);
        program.steps[missing].clear();
        const u32 epoch = nz::next_tag(world.word(0, Plan::kStateCall));
        for (const std::vector<Record>& region : run_and_read(world, program, random.next(), kRanks == 2)) {
            for (const Record& record : region) {
                const u32 site = entry->algorithm == kLamport    ? Plan::kSiteLamportPoll
                                 : entry->algorithm == kMailbox  ? Plan::kSiteMailboxPoll
                                 : entry->algorithm == kBarrier  ? Plan::kSiteEndBarrier
                                                                 : Plan::kSiteStartBarrier;
                const bool site_holds = record.site == site || (Plan::kVerify && record.site == Plan::kSiteSignature);
                expect(record.kind == Plan::kFaultTimeout && record.rank != missing && record.epoch == epoch &&
                           site_holds && record.missing == 1u << missing && record.my_digest == entry->digest &&
                           record.my_count() == sequence.shots[0].count[0],
                       std::string(entry->name) + " without rank " + std::to_string(missing) + " at epoch " +
                           std::to_string(epoch) + ": " + record.text());
            }
        }
        for (const Shot& shot : sequence.shots) {
            for (u32 r = 0; r < kRanks; r++) {
                expect(shot.output[r].untouched(), std::string(entry->name) + ": a call that failed wrote its output");
            }
        }
        expect_stale(world, random, *entry);
    }
}

/// Runs one call in which `odd` does something else than the others; every record must name exactly that.
void disagree(Random& random, const Entry& entry, u64 count, const Entry& odd_entry, u64 odd_count, u32 odd) {
    const World world;
    run_calls(world, random, 3, every_entry, kPatience);
    Sequence sequence(world, deadline_ns);
    Shot& shot = sequence.shots.emplace_back();
    for (u32 r = 0; r < kRanks; r++) {
        const Entry& mine = r == odd ? odd_entry : entry;
        const u64 mine_count = r == odd ? odd_count : count;
        sequence.fill(random, shot, r, mine, mine_count, mine.signal_data() && random.one_in(2), false);
    }
    const std::string what = std::string(entry.name) + " of " + std::to_string(count) + " against " + odd_entry.name +
                             " of " + std::to_string(odd_count) + " on rank " + std::to_string(odd);
    const Program program = sequence.program(random, false);
    for (const std::vector<Record>& region : run_and_read(world, program, random.next(), false)) {
        for (const Record& record : region) {
            const u32 me = record.rank;
            const u32 peer = record.peer;
            expect(record.kind == Plan::kFaultMismatch && record.site == Plan::kSiteSignature && me < kRanks &&
                       peer < kRanks && (me == odd) != (peer == odd) && record.my_count() == shot.count[me] &&
                       record.peer_count() == shot.count[peer] && record.my_digest == shot.entry[me]->digest &&
                       record.peer_digest == shot.entry[peer]->digest &&
                       record.algorithms == (shot.entry[me]->algorithm | shot.entry[peer]->algorithm << 16),
                   what + ": " + record.text());
        }
    }
}

/// Ranks that call with different counts (G19).
void counts(Random& random, u32) {
    for (const Entry* entry : one_of_each()) {
        if (entry->algorithm != kBarrier) {
            const u64 count = random_count(random, *entry);
            const u64 other = random.one_in(2) ? count + 1 : random_count(random, *entry);
            const u64 most = entry->limit_bytes / entry->element_bytes();
            const u64 odd_count = other == count || (most != 0 && other > most) ? count / 2 + 1 : other;
            if (odd_count != count) {
                disagree(random, *entry, count, *entry, odd_count, static_cast<u32>(random.below(kRanks)));
            }
        }
    }
}

/// Ranks that call different methods: any other; and one that does the same work, so that nothing else would tell.
void methods(Random& random, u32) {
    for (const Entry* entry : one_of_each()) {
        const Entry& other = any_entry(random, [&](const Entry& e) { return &e != entry; });
        const u64 count = entry->algorithm == kBarrier ? 0 : random_count(random, *entry);
        const u64 other_count = other.algorithm == kBarrier ? 0 : random_count(random, other);
        disagree(random, *entry, count, other, other_count, static_cast<u32>(random.below(kRanks)));
        for (const Entry& twin : kEntries) {
            if (&twin != entry && twin.algorithm == entry->algorithm && twin.width == entry->width &&
                twin.element_bytes() == entry->element_bytes()) {
                disagree(random, *entry, count, twin, count, static_cast<u32>(random.below(kRanks)));
            }
        }
    }
}

struct Scenario {
    const char* name;
    void (*run)(Random&, u32 calls);
};
const Scenario kScenarios[] = {{"mixed", mixed}, {"rotation", rotation}, {"wrap", wrap},
                               {"dead", dead},   {"counts", counts},     {"methods", methods}};

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
