// What ranks report, as a host reads it, and what a call that failed must leave alone.
#pragma once

#include "sequences.h"

inline u64 deadline_ns;                     // where ranks are meant to run into it, or never should
constexpr u64 kPatience = 120000000000ull;  // where a live rank must not, on whatever machine

inline std::string hex(u32 x) {
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

inline const u8* record_at(const World& world, u32 owner, u32 writer) {
    return world.control(owner) + Plan::kFaultRecords + writer * Plan::kFaultRecordBytes;
}

inline Record read_record(const World& world, u32 owner, u32 writer) {
    Record record;
    std::memcpy(&record, record_at(world, owner, writer), sizeof record);
    return record;
}

inline void expect_no_fault(const World& world) {
    for (u32 r = 0; r < kRanks; r++) {
        for (u32 w = 0; w < kRanks; w++) {
            const Record record = read_record(world, r, w);
            expect(record.flag == 0, "a fault was reported: " + record.text());
        }
    }
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

inline std::vector<std::vector<Record>> run_and_read(const World& world, const Program& program, u64 seed,
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

inline void expect_untouched(const Shot& shot, const std::string& what) {
    for (u32 r = 0; r < kRanks; r++) {
        expect(shot.entry[r] == nullptr || shot.part[r].untouched(), what + " wrote its output");
    }
}

/// Ranks do something else than `odd` does; every record must name exactly that.
///
/// @param watch steps in; or null
inline void expect_mismatch(const World& world, Random& random, Sequence& sequence, u32 odd, const std::string& what,
                            nz::host::Watch* watch = nullptr) {
    const Shot& shot = sequence.shots.back();
    Program program = sequence.program(random, false);
    program.watch = watch;
    for (const std::vector<Record>& region : run_and_read(world, program, random.next(), false)) {
        for (const Record& record : region) {
            const u32 me = record.rank;
            const u32 peer = record.peer;
            const auto algorithm = [&](u32 r) {
                return shot.entry[r]->algorithm | (shot.entry[r]->hand_off() ? 0xFFu : shot.work[r].root) << 8;
            };
            expect(record.kind == Plan::kFaultMismatch && record.site == Plan::kSiteSignature && me < kRanks &&
                       peer < kRanks && (me == odd) != (peer == odd) && record.my_count() == shot.work[me].count &&
                       record.peer_count() == shot.work[peer].count && record.my_digest == shot.entry[me]->digest &&
                       record.peer_digest == shot.entry[peer]->digest &&
                       record.algorithms == (algorithm(me) | algorithm(peer) << 16),
                   what + ": " + record.text());
        }
    }
}
