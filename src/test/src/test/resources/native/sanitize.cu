// All ranks of a small group as ranges of blocks of one grid, for tools that let one kernel run at a time: under them, ranks
// that are streams would wait for each other for ever. The kernels are the emitted ones; SanitizerSources lets a block take
// its rank and its number within the rank from its place in the grid. Checks the bits of every result.
//
// Build: nvcc -arch=sm_90 -lineinfo FLAGS -o sanitize sanitize.cu      beside kernels.cu and entries.h
// Run:   compute-sanitizer --tool memcheck|racecheck|synccheck --error-exitcode 9 sanitize
#include "kernels.cu"

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <vector>

#define CHECK(call)                                                                     \
    do {                                                                                \
        const cudaError_t result_ = (call);                                             \
        if (result_ != cudaSuccess) {                                                   \
            std::fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(result_));       \
            std::exit(1);                                                               \
        }                                                                               \
    } while (0)

namespace {

constexpr int kRanks = Plan::kGroupSize;
constexpr int kBlocks = 2;
constexpr int kCalls = 4;  // once round the generations, and on
constexpr unsigned long long kDeadlineNs = 120ull * 1000 * 1000 * 1000;
const unsigned long long kCounts[] = {1, 9, 1000, 5003};

struct Entry {
    const char* name;
    void (*kernel)(const nz::Call<kRanks>*);
    int threads;
    bool data;
    unsigned long long limit;  // bytes
};
const Entry kEntries[] = {
#define ENTRY(name, threads, data, limit) {#name, name, threads, data, limit},
#include "entries.h"
#undef ENTRY
};

unsigned char* domain[kRanks];
unsigned char* control[kRanks];

void open_ranks() {
    for (int r = 0; r < kRanks; r++) {
        CHECK(cudaMalloc(&domain[r], Plan::kDomainBytes));
        CHECK(cudaMalloc(&control[r], Plan::kControlBytes));
        CHECK(cudaMemset(domain[r], 0, Plan::kDomainBytes));
        CHECK(cudaMemset(control[r], 0, Plan::kControlBytes));
        const std::vector<unsigned> fill((Plan::kLamport64 - Plan::kLamport) / 4, 0x80000000u);
        CHECK(cudaMemcpy(domain[r] + Plan::kLamport, fill.data(), fill.size() * 4, cudaMemcpyHostToDevice));
    }
}

float widen(unsigned short bits) {
    const unsigned word = static_cast<unsigned>(bits) << 16;
    float f;
    std::memcpy(&f, &word, 4);
    return f + 0.0f;
}

unsigned short narrow(float f) {
    if (f != f) return 0x7FC0;
    unsigned bits;
    std::memcpy(&bits, &f, 4);
    bits = (bits + 0x7FFFu + (bits >> 16 & 1u)) >> 16;
    return bits == 0x8000u ? 0 : static_cast<unsigned short>(bits);
}

/// One call of all ranks; returns how many elements are wrong on any.
unsigned long long call(const Entry& entry, unsigned long long count, std::mt19937& random) {
    // Allocated to the byte, so that a tool sees an access beyond the end.
    const size_t bytes = entry.data ? count * 2 : 2;
    std::vector<std::vector<unsigned short>> in(kRanks, std::vector<unsigned short>(bytes / 2));
    nz::Call<kRanks> calls[kRanks] = {};
    void* inputs[kRanks];
    void* outputs[kRanks];
    for (int r = 0; r < kRanks; r++) {
        for (unsigned short& x : in[r]) {
            x = random() % 8 == 0 ? 0x8000 : static_cast<unsigned short>(random());
        }
        CHECK(cudaMalloc(&inputs[r], bytes));
        CHECK(cudaMalloc(&outputs[r], bytes));
        CHECK(cudaMemcpy(inputs[r], in[r].data(), bytes, cudaMemcpyHostToDevice));
        CHECK(cudaMemset(outputs[r], 0xA5, bytes));
        calls[r].input = static_cast<unsigned char*>(inputs[r]);
        calls[r].output = static_cast<unsigned char*>(outputs[r]);
        calls[r].count = entry.data ? count : 0;
        calls[r].deadline_ns = kDeadlineNs;
        calls[r].rank = r;
        calls[r].root = Plan::kNoRoot;
        for (int p = 0; p < kRanks; p++) {
            calls[r].domain[p] = domain[p];
            calls[r].control[p] = control[p];
        }
    }
    nz::Call<kRanks>* on_device;
    CHECK(cudaMalloc(&on_device, sizeof calls));
    CHECK(cudaMemcpy(on_device, calls, sizeof calls, cudaMemcpyHostToDevice));
    entry.kernel<<<kRanks * (entry.data ? kBlocks : 1), entry.threads>>>(on_device);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    unsigned long long wrong = 0;
    for (int r = 0; r < kRanks; r++) {
        std::vector<unsigned short> out(bytes / 2);
        CHECK(cudaMemcpy(out.data(), outputs[r], bytes, cudaMemcpyDeviceToHost));
        for (size_t i = 0; entry.data && i < count; i++) {
            float sum = widen(in[0][i]);
            for (int p = 1; p < kRanks; p++) sum += widen(in[p][i]);
            wrong += out[i] != narrow(sum);
        }
        CHECK(cudaFree(inputs[r]));
        CHECK(cudaFree(outputs[r]));
    }
    CHECK(cudaFree(on_device));
    return wrong;
}

bool failed() {
    for (int r = 0; r < kRanks; r++) {
        unsigned summary;
        CHECK(cudaMemcpy(&summary, control[r] + Plan::kFaultSummary, 4, cudaMemcpyDeviceToHost));
        if (summary != 0) return true;
    }
    return false;
}

}  // namespace

int main() {
    open_ranks();
    std::mt19937 random(20261129);
    unsigned long long total = 0;
    std::printf("entry,ranks,count,calls,wrong\n");
    for (const Entry& entry : kEntries) {
        for (const unsigned long long count : kCounts) {
            if (count * 2 > entry.limit) continue;
            unsigned long long wrong = 0;
            for (int i = 0; i < kCalls; i++) wrong += call(entry, count, random);
            std::printf("%s,%d,%llu,%d,%llu\n", entry.name, kRanks, entry.data ? count : 0, kCalls, wrong);
            total += wrong;
        }
    }
    if (failed()) std::printf("a rank has reported a fault\n");
    return total == 0 && !failed() ? 0 : 1;
}
