// One rank of a group, as a process: the emitted kernels on mapped files, among ranks that are JVMs.
//
// Usage: rank BASE RANK CALLS INPUT OUTPUT
// BASE    path that the regions' files start with: <base>.<region>.<rank>
// CALLS   text, one call a line: entry count input_offset; entry counts kEntries
// INPUT   this rank's inputs; OUTPUT gets the results of all calls, one behind the other
#include "ranks.h"

#include <fcntl.h>
#include <fstream>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace {

struct Row {
    u64 entry, count, offset;
};

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

void init(u8* domain) {
    u32* lamport = reinterpret_cast<u32*>(domain + Plan::kLamport);
    for (u64 i = 0; i < 3 * kRanks * Plan::kLamportBytes / 4; i++) {
        lamport[i] = nz::sentinel();
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
            init(of[rank]);
            meet(call.control, rank, step);
        }
        for (u32 p = 0; p < kRanks; p++) {
            of[p] = p == rank ? of[p] : attach(base, region, p, bytes);
        }
    }
    meet(call.control, rank, step);

    std::vector<char> input = contents(argv[4]);
    std::vector<Step> steps;
    std::ifstream calls(argv[3]);
    u64 total = 0;
    for (Row row; calls >> row.entry >> row.count >> row.offset;) {
        const Entry& entry = kEntries[row.entry];
        call.count = row.count;
        call.input = reinterpret_cast<u8*>(input.data()) + row.offset;
        call.output = reinterpret_cast<u8*>(total);
        total += entry.algorithm == kBarrier ? 0 : row.count * entry.element_bytes();
        steps.push_back(Step{&entry, call, nullptr});
    }
    std::vector<u8> output(total + 1, 0xA5);
    for (Step& each : steps) {
        each.call.output = output.data() + reinterpret_cast<u64>(each.call.output);
    }
    Program program{};
    program.steps[rank] = steps;
    program.haste[rank] = 255;
    World().run(program, rank + 1);
    expect(*reinterpret_cast<u32*>(call.control[rank] + Plan::kFaultSummary) == 0, "a fault was reported");
    std::ofstream(argv[5], std::ios::binary).write(reinterpret_cast<char*>(output.data()), static_cast<long>(total));
    return 0;
}
