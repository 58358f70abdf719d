// Ranks without Java: streams of one GPU, or one stream on each of several GPUs, with regions and parameter blocks as the
// engine makes them; launches, and times of calls inside captured graphs. For bare.cu and timeline.cu, which name the kernels
// by -DKERNELS and -DENTRIES.
#pragma once
#include KERNELS
#include "check.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <random>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace {

constexpr int kRanks = Plan::kGroupSize;
constexpr int kRepeats = 5;
constexpr int kWarmUp = 27500;
typedef void (*Entry)(nz::Call<kRanks>);

struct Named {
    const char* name;
    const void* entry;
};
const Named entries[] = {
#define E(name) {#name, reinterpret_cast<const void*>(&name)},
    ENTRIES
#undef E
};

struct Launch {
    std::string entry;
    unsigned long long count;
    int element_bytes;
    int threads;
    int blocks;
    int calls;
    int rounds;
};

int gpus, pdl;
cudaStream_t streams[kRanks];
nz::Call<kRanks> calls[kRanks];
void* inputs[kRanks];
void* outputs[kRanks];
size_t buffer_bytes = 256ull << 20;
int extra_streams = 0;
size_t ahead_bytes = 0;

void use(int rank) { CHECK(cudaSetDevice(rank % gpus)); }

/// A stream that has been used. Not by a launch: the driver held up a rank's first launch until the peer's kernel, which waits
/// for it, had come to its deadline, in 4 of 24 runs on an H200 (driver 580.159.04), and in none of 24 with this.
cudaStream_t used_stream(void* any) {
    cudaStream_t stream;
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    CHECK(cudaMemsetAsync(any, 0, 4, stream));
    CHECK(cudaStreamSynchronize(stream));
    return stream;
}

void open_ranks() {
    unsigned char* domain[kRanks];
    unsigned char* control[kRanks];
    void* ahead;
    use(0);
    if (ahead_bytes > 0) CHECK(cudaMalloc(&ahead, ahead_bytes));
    for (int r = 0; r < kRanks; r++) {
        use(r);
        for (int g = 0; g < gpus; g++) {
            if (g != r % gpus) {
                cudaError_t e = cudaDeviceEnablePeerAccess(g, 0);
                if (e != cudaErrorPeerAccessAlreadyEnabled) CHECK(e);
                cudaGetLastError();
            }
        }
        CHECK(cudaMalloc(&domain[r], Plan::kDomainBytes));
        CHECK(cudaMalloc(&control[r], Plan::kControlBytes));
        CHECK(cudaMalloc(&inputs[r], buffer_bytes));
        CHECK(cudaMalloc(&outputs[r], buffer_bytes));
        for (int i = 0; i < extra_streams; i++) used_stream(domain[r]);
        streams[r] = used_stream(domain[r]);
        CHECK(cudaMemset(domain[r], 0, Plan::kDomainBytes));
        CHECK(cudaMemset(control[r], 0, Plan::kControlBytes));
        std::vector<unsigned> fill(3 * kRanks * Plan::kLamportBytes / 4, 0x80000000u);
        CHECK(cudaMemcpy(domain[r] + Plan::kLamport, fill.data(), fill.size() * 4, cudaMemcpyHostToDevice));
        CHECK(cudaDeviceSynchronize());
    }
    for (int r = 0; r < kRanks; r++) {
        nz::Call<kRanks>& c = calls[r];
        c = nz::Call<kRanks>{};
        c.input = static_cast<unsigned char*>(inputs[r]);
        c.output = static_cast<unsigned char*>(outputs[r]);
        c.deadline_ns = 5000000000ull;
        c.rank = r;
        c.root = Plan::kNoRoot;
        for (int p = 0; p < kRanks; p++) {
            c.domain[p] = domain[p];
            c.control[p] = control[p];
        }
    }
}

const void* find(const std::string& name) {
    for (const Named& named : entries) {
        if (name == named.name) return named.entry;
    }
    std::fprintf(stderr, "no entry %s\n", name.c_str());
    std::exit(1);
}

void enqueue(const Launch& launch, int rank) {
    const void* entry = find(launch.entry);
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(launch.blocks);
    config.blockDim = dim3(launch.threads);
    config.stream = streams[rank];
    cudaLaunchAttribute attribute = {};
    attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute.val.programmaticStreamSerializationAllowed = 1;
    config.attrs = &attribute;
    config.numAttrs = pdl ? 1 : 0;
    void* args[] = {&calls[rank]};
    CHECK(cudaLaunchKernelExC(&config, entry, args));
}

/// Where the ranks' threads meet.
class Meeting {
public:
    void wait() {
        const unsigned turn = turn_.load(std::memory_order_acquire);
        if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == kRanks) {
            arrived_.store(0, std::memory_order_relaxed);
            turn_.store(turn + 1, std::memory_order_release);
        } else {
            while (turn_.load(std::memory_order_acquire) == turn) {
            }
        }
    }

private:
    std::atomic<unsigned> arrived_{0};
    std::atomic<unsigned> turn_{0};
};

/// One rank's times, taken as `negzero bench --graph` takes them: a graph for all repeats, whose replays are all issued, then
/// waited for.
void time_rank(int rank, cudaGraphExec_t graph, int rounds, Meeting& meeting, double* us) {
    use(rank);
    for (int repeat = 0; repeat < kRepeats; repeat++) {
        for (int round = 0; round < 1 + rounds / 10; round++) CHECK(cudaGraphLaunch(graph, streams[rank]));
        CHECK(cudaStreamSynchronize(streams[rank]));
        meeting.wait();
        const auto start = std::chrono::steady_clock::now();
        for (int round = 0; round < rounds; round++) CHECK(cudaGraphLaunch(graph, streams[rank]));
        cudaError_t found;
        do {
            found = cudaStreamQuery(streams[rank]);
        } while (found == cudaErrorNotReady);
        CHECK(found);
        const std::chrono::duration<double, std::micro> time = std::chrono::steady_clock::now() - start;
        us[repeat] = time.count();
    }
}

cudaGraphExec_t make_graph(const Launch& launch, int rank) {
    cudaGraph_t graph;
    cudaGraphExec_t made;
    use(rank);
    CHECK(cudaStreamBeginCapture(streams[rank], cudaStreamCaptureModeThreadLocal));
    for (int i = 0; i < launch.calls; i++) enqueue(launch, rank);
    CHECK(cudaStreamEndCapture(streams[rank], &graph));
    CHECK(cudaGraphInstantiate(&made, graph, 0));
    CHECK(cudaGraphUpload(made, streams[rank]));
    CHECK(cudaStreamSynchronize(streams[rank]));
    return made;
}

/// Single calls in front of the first timing, about as many as the bench makes there: no graph, as it would have the first
/// place. Each rank's by a thread of its own, as a full queue holds up whoever launches.
void warm_up(const Launch& launch) {
    std::vector<std::thread> threads;
    for (int r = 0; r < kRanks; r++) {
        threads.emplace_back([&launch, r] {
            use(r);
            for (int i = 0; i < kWarmUp; i++) enqueue(launch, r);
            CHECK(cudaStreamSynchronize(streams[r]));
        });
    }
    for (std::thread& thread : threads) thread.join();
}

/// Median and least over the repeats of the slowest rank's time of a call. One graph of each rank, destroyed before the next
/// size's are made, as in the bench: of the graphs that a rank holds at once the fifth is slower than the first four, by 8 % for the
/// shortest calls (benchmarks/baselines/gpu-graph-places-h200.csv).
void time_graph(const Launch& launch, double& median, double& least) {
    Meeting meeting;
    double us[kRanks][kRepeats];
    cudaGraphExec_t graphs[kRanks];
    for (int r = 0; r < kRanks; r++) graphs[r] = make_graph(launch, r);
    std::vector<std::thread> threads;
    for (int r = 0; r < kRanks; r++) {
        threads.emplace_back([&, r] { time_rank(r, graphs[r], launch.rounds, meeting, us[r]); });
    }
    for (std::thread& thread : threads) thread.join();
    double times[kRepeats];
    for (int repeat = 0; repeat < kRepeats; repeat++) {
        times[repeat] = 0;
        for (int r = 0; r < kRanks; r++) times[repeat] = std::max(times[repeat], us[r][repeat]);
        times[repeat] /= static_cast<double>(launch.rounds) * launch.calls;
    }
    std::sort(times, times + kRepeats);
    median = times[kRepeats / 2];
    least = times[0];
    for (cudaGraphExec_t graph : graphs) CHECK(cudaGraphExecDestroy(graph));
}

/// Most blocks of a rank's grid, so that the grids of all ranks of a GPU are resident together: as the engine reckons.
int most_blocks(const void* entry, int threads) {
    int per_processor, processors;
    CHECK(cudaSetDevice(0));
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_processor, entry, threads, 0));
    CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
    return processors * per_processor / ((kRanks + gpus - 1) / gpus);
}

/// The next launch of the standard input, which further calls are of; false at its end.
bool next_launch(Launch& launch) {
    std::string line;
    while (std::getline(std::cin, line)) {
        for (char& c : line) c = c == ',' ? ' ' : c;
        std::istringstream fields(line);
        if (fields >> launch.entry >> launch.count >> launch.element_bytes >> launch.threads >> launch.blocks >>
            launch.calls >> launch.rounds) {
            launch.blocks = std::min(launch.blocks, most_blocks(find(launch.entry), launch.threads));
            for (nz::Call<kRanks>& call : calls) call.count = launch.count;
            return true;
        }
    }
    return false;
}

/// Takes the arguments, opens the ranks and loads all kernels.
void begin(int argc, char** argv) {
    gpus = argc > 1 ? std::atoi(argv[1]) : 1;
    pdl = argc > 2 ? std::atoi(argv[2]) : 0;
    if (argc > 3) buffer_bytes = std::strtoull(argv[3], nullptr, 10);
    if (argc > 4) extra_streams = std::atoi(argv[4]);
    if (argc > 5) ahead_bytes = std::strtoull(argv[5], nullptr, 10) << 20;
    open_ranks();
    for (const Named& named : entries) {
        for (int g = 0; g < gpus; g++) {
            cudaFuncAttributes attributes;
            CHECK(cudaSetDevice(g));
            CHECK(cudaFuncGetAttributes(&attributes, named.entry));
        }
    }
}

/// Whether some rank's kernel has reported a fault; says which.
bool failed() {
    for (int r = 0; r < kRanks; r++) {
        unsigned summary;
        use(r);
        CHECK(cudaMemcpy(&summary, calls[r].control[r] + Plan::kFaultSummary, 4, cudaMemcpyDeviceToHost));
        if (summary != 0) {
            std::printf("rank %d has a fault\n", r);
            return true;
        }
    }
    return false;
}

}  // namespace
