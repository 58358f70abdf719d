// One rank of a group, as a process: the emitted kernels on mapped files, among ranks that are JVMs.
//
// Usage: rank BASE RANK CALLS INPUT OUTPUT
// BASE    path that the regions' files start with: <base>.<region>.<rank>
// CALLS   text, one call a line: entry count root counts_hash input_offset input_bytes output_bytes counts...; entry counts
//         kEntries, and with it goes how many counts there are. Of a broadcast, the output is filled with the input
// INPUT   this rank's inputs; OUTPUT gets the results of all calls, one behind the other
#include "ranks.h"

#include <fcntl.h>
#include <fstream>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace {

struct Row {
    u64 entry, count, root, counts_hash, input_offset, input_bytes, output_bytes;
};

/// Where each call's output begins in one buffer: aligned for every type.
u64 aligned(u64 bytes) { return (bytes + 15) / 16 * 16; }

std::string name(const std::string& base, u32 region, u32 rank) {
    return base + "." + std::to_string(region) + "." + std::to_string(rank);
}

u8* map(const std::string& file, u64 bytes, int flags) {
    const int fd = open(file.c_str(), O_RDWR | flags, 0600);
    expect(fd >= 0, "open " + file);
    if (flags != 0) {
        expect(ftruncate(fd, static_cast<off_t>(bytes)) == 0, "size of " + file);
    }
    void* p = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    expect(p != MAP_FAILED, "map " + file);
    close(fd);
    return static_cast<u8*>(p);
}

/// The own region appears under its name complete and zeroed, by a rename.
u8* create(const std::string& base, u32 region, u32 rank, u64 bytes) {
    const std::string file = name(base, region, rank);
    u8* p = map(file + ".new", bytes, O_CREAT | O_TRUNC);
    expect(rename((file + ".new").c_str(), file.c_str()) == 0, "rename to " + file);
    return p;
}

u8* attach(const std::string& base, u32 region, u32 rank, u64 bytes) {
    struct stat status;
    while (stat(name(base, region, rank).c_str(), &status) != 0) {
        std::this_thread::yield();
    }
    return map(name(base, region, rank), bytes, 0);
}

std::atomic<u32>& step_of(u8* control) {
    return *reinterpret_cast<std::atomic<u32>*>(control + Rendezvous::kStep);
}

/// Two steps: the digest is brought, and everybody's read. This rank agrees with rank 0, whatever it brings.
void meet(u8* const* control, u32 rank, u32& step) {
    const u32 first = ++step;
    while (static_cast<int>(step_of(control[0]).load(std::memory_order_acquire) - first) < 0) {
        std::this_thread::yield();
    }
    std::memcpy(control[rank] + Rendezvous::kDigest, control[0] + Rendezvous::kDigest, 8);
    for (const u32 now : {first, ++step}) {
        step_of(control[rank]).store(now, std::memory_order_release);
        for (u32 p = 0; p < kRanks; p++) {
            while (static_cast<int>(step_of(control[p]).load(std::memory_order_acquire) - now) < 0) {
                std::this_thread::yield();
            }
        }
    }
}

std::vector<char> contents(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    return std::vector<char>(std::istreambuf_iterator<char>(in), {});
}

}  // namespace

int main(int argc, char** argv) {
    expect(argc == 6, "usage: rank BASE RANK CALLS INPUT OUTPUT");
    const std::string base = argv[1];
    const u32 rank = static_cast<u32>(std::atoi(argv[2]));
    Call call{};
    u32 step = 0;
    call.rank = rank;
    call.deadline_ns = 20000000000ull;
    for (u32 region = 0; region < 2; region++) {
        u8** of = region == 0 ? call.control : call.domain;
        const u64 bytes = region == 0 ? Plan::kControlBytes : Plan::kDomainBytes;
        of[rank] = create(base, region, rank, bytes);
        if (region == 1) {
            fill_lamport(of[rank]);
            meet(call.control, rank, step);
        }
        for (u32 p = 0; p < kRanks; p++) {
            of[p] = p == rank ? of[p] : attach(base, region, p, bytes);
        }
    }
    meet(call.control, rank, step);

    std::vector<char> input = contents(argv[4]);
    std::vector<Step> steps;
    std::vector<Row> rows;
    std::ifstream calls(argv[3]);
    u64 total = 0;
    for (Row row; calls >> row.entry >> row.count >> row.root >> row.counts_hash >> row.input_offset >> row.input_bytes >>
                  row.output_bytes;) {
        Step step{&kEntries[row.entry], AnyCall{}, nullptr};
        step.any.call = call;
        for (u32 i = 0; i < step.entry->numbers; i++) {
            calls >> step.any.counts[i];
        }
        steps.push_back(step);
        rows.push_back(row);
        total += aligned(row.output_bytes);
    }
    std::vector<u8> output(total + 16, 0xA5);
    u8* place = reinterpret_cast<u8*>(aligned(reinterpret_cast<u64>(output.data())));
    std::vector<u8*> outputs;
    for (size_t i = 0; i < rows.size(); i++) {
        const Row& row = rows[i];
        Call& each = steps[i].any.call;
        each.count = row.count;
        each.root = static_cast<u32>(row.root);
        each.counts_hash = static_cast<u32>(row.counts_hash);
        each.input = row.input_bytes == 0 ? nullptr : reinterpret_cast<u8*>(input.data()) + row.input_offset;
        each.output = row.output_bytes == 0 ? nullptr : place;
        if (steps[i].entry->operation == Operation::BROADCAST) {
            std::memcpy(place, input.data() + row.input_offset, row.input_bytes);
            each.input = place;
        }
        outputs.push_back(place);
        place += aligned(row.output_bytes);
    }
    Program program{};
    program.steps[rank] = steps;
    program.haste[rank] = 255;
    World().run(program, rank + 1);
    expect(*reinterpret_cast<u32*>(call.control[rank] + Plan::kFaultSummary) == 0, "a fault was reported");
    std::ofstream results(argv[5], std::ios::binary);
    for (size_t i = 0; i < rows.size(); i++) {
        results.write(reinterpret_cast<char*>(outputs[i]), static_cast<long>(rows[i].output_bytes));
    }
    return 0;
}
