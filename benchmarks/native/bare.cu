// Runs the emitted kernels without Java: ranks are streams of one GPU, or one stream on each of several GPUs. Checks bits
// against a rank-order reference, then times calls inside captured graphs. The yardstick for the CUDA engine.
//
// Build: nvcc -arch=native FLAGS -DKERNELS='"T.cu"' -DENTRIES='E(nz_a_0_lamport_one_shot) ...' bare.cu -o bare
//        FLAGS: those in the title of T.cu
// Run:   bare GPUS PDL < launches.csv     one launch a line: entry,elements,element_bytes,threads,blocks,calls,rounds
//        calls are captured together, rounds is how often they are replayed for one timing
// Prints: entry,bytes,threads,blocks,pdl,median_us,min_us,wrong
#include KERNELS
#include <cuda_runtime.h>

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

#define CHECK(call)                                                                                 \
    do {                                                                                            \
        cudaError_t status = (call);                                                                     \
        if (status != cudaSuccess) {                                                                   \
            std::fprintf(stderr, "%s:%d %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(status)); \
            std::exit(1);                                                                           \
        }                                                                                           \
    } while (0)

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
constexpr size_t kBufferBytes = 256ull << 20;

void use(int rank) { CHECK(cudaSetDevice(rank % gpus)); }

void open_ranks() {
    unsigned char* domain[kRanks];
    unsigned char* control[kRanks];
    for (int r = 0; r < kRanks; r++) {
        use(r);
        for (int g = 0; g < gpus; g++) {
            if (g != r % gpus) {
                cudaError_t e = cudaDeviceEnablePeerAccess(g, 0);
                if (e != cudaErrorPeerAccessAlreadyEnabled) CHECK(e);
                cudaGetLastError();
            }
        }
        CHECK(cudaStreamCreateWithFlags(&streams[r], cudaStreamNonBlocking));
        CHECK(cudaMalloc(&domain[r], Plan::kDomainBytes));
        CHECK(cudaMalloc(&control[r], Plan::kControlBytes));
        CHECK(cudaMalloc(&inputs[r], kBufferBytes));
        CHECK(cudaMalloc(&outputs[r], kBufferBytes));
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

float widen(unsigned bits, int bytes) {
    bits <<= bytes == 2 ? 16 : 0;
    float f;
    std::memcpy(&f, &bits, 4);
    return f == 0 ? 0.0f : f;
}

unsigned narrow(float f, int bytes) {
    unsigned bits;
    std::memcpy(&bits, &f, 4);
    if (f != f) return bytes == 2 ? 0x7FC0u : 0x7FC00000u;
    if (bytes == 2) bits = (bits + 0x7FFFu + (bits >> 16 & 1u)) >> 16;
    return bits == (bytes == 2 ? 0x8000u : 0x80000000u) ? 0u : bits;
}

/// Random bits in, one call, bits out; returns how many elements are wrong on any rank.
unsigned long long check(const Launch& launch, std::mt19937& random) {
    const size_t bytes = launch.count * launch.element_bytes;
    std::vector<std::vector<unsigned char>> in(kRanks, std::vector<unsigned char>(bytes + 4));
    for (int r = 0; r < kRanks; r++) {
        for (size_t i = 0; i + 4 <= bytes + 3; i += 4) {
            const unsigned word = random() % 16 == 0 ? 0x80000000u : random();
            std::memcpy(&in[r][i], &word, 4);
        }
        use(r);
        CHECK(cudaMemcpy(inputs[r], in[r].data(), bytes, cudaMemcpyHostToDevice));
        CHECK(cudaMemset(outputs[r], 0xA5, bytes + 64));
        CHECK(cudaDeviceSynchronize());
    }
    for (int r = 0; r < kRanks; r++) {
        use(r);
        calls[r].count = launch.count;
        enqueue(launch, r);
    }
    unsigned long long wrong = 0;
    for (int r = 0; r < kRanks; r++) {
        use(r);
        CHECK(cudaStreamSynchronize(streams[r]));
        std::vector<unsigned char> out(bytes + 4);
        CHECK(cudaMemcpy(out.data(), outputs[r], bytes, cudaMemcpyDeviceToHost));
        for (unsigned long long i = 0; i < launch.count; i++) {
            unsigned got = 0, bits = 0;
            std::memcpy(&got, &out[i * launch.element_bytes], launch.element_bytes);
            std::memcpy(&bits, &in[0][i * launch.element_bytes], launch.element_bytes);
            float acc = widen(bits, launch.element_bytes);
            for (int p = 1; p < kRanks; p++) {
                std::memcpy(&bits, &in[p][i * launch.element_bytes], launch.element_bytes);
                acc += widen(bits, launch.element_bytes);
            }
            wrong += got != narrow(acc, launch.element_bytes);
        }
    }
    return wrong;
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
        calls[r].count = launch.count;
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

}  // namespace

int main(int argc, char** argv) {
    gpus = argc > 1 ? std::atoi(argv[1]) : 1;
    pdl = argc > 2 ? std::atoi(argv[2]) : 0;
    open_ranks();
    for (const Named& named : entries) {
        for (int g = 0; g < gpus; g++) {
            cudaFuncAttributes attributes;
            CHECK(cudaSetDevice(g));
            CHECK(cudaFuncGetAttributes(&attributes, named.entry));
        }
    }
    std::mt19937 random(20261129);
    bool warm = false;
    std::string line;
    std::printf("entry,bytes,threads,blocks,pdl,median_us,min_us,wrong\n");
    while (std::getline(std::cin, line)) {
        for (char& c : line) c = c == ',' ? ' ' : c;
        std::istringstream fields(line);
        Launch l;
        if (!(fields >> l.entry >> l.count >> l.element_bytes >> l.threads >> l.blocks >> l.calls >> l.rounds)) continue;
        l.blocks = std::min(l.blocks, most_blocks(find(l.entry), l.threads));
        if (!warm) warm_up(l);
        warm = true;
        unsigned long long wrong = 0;
        if (l.count * l.element_bytes <= (16u << 20)) wrong = check(l, random);
        for (int r = 0; r < kRanks; r++) calls[r].count = l.count;
        double median, least;
        time_graph(l, median, least);
        std::printf("%s,%llu,%d,%d,%d,%.2f,%.2f,%llu\n", l.entry.c_str(), l.count * l.element_bytes, l.threads, l.blocks,
                    pdl, median, least, wrong);
        std::fflush(stdout);
    }
    for (int r = 0; r < kRanks; r++) {
        unsigned summary;
        use(r);
        CHECK(cudaMemcpy(&summary, calls[r].control[r] + Plan::kFaultSummary, 4, cudaMemcpyDeviceToHost));
        if (summary != 0) {
            std::printf("rank %d has a fault\n", r);
            return 1;
        }
    }
    return 0;
}
