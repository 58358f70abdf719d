// Runs the emitted kernels without Java: ranks are streams of one GPU, or one stream on each of several GPUs. Checks bits
// against a rank-order reference, then times calls inside captured graphs. The yardstick for the CUDA engine.
//
// Build: nvcc -arch=native -DKERNELS='"T.cu"' -DENTRIES='E(nz_a_0_lamport_one_shot) ...' bare.cu -o bare
// Run:   bare GPUS PDL < launches.csv     one launch a line: entry,elements,element_bytes,threads,blocks,calls
// Prints: entry,bytes,threads,blocks,median_us,min_us,wrong
#include KERNELS
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <random>
#include <sstream>
#include <string>
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
constexpr int kReplays = 15;
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
        for (int p = 0; p < kRanks; p++) {
            c.domain[p] = domain[p];
            c.control[p] = control[p];
        }
    }
}

void enqueue(const Launch& launch, int rank) {
    const void* entry = nullptr;
    for (const Named& named : entries) {
        if (launch.entry == named.name) entry = named.entry;
    }
    if (entry == nullptr) {
        std::fprintf(stderr, "no entry %s\n", launch.entry.c_str());
        std::exit(1);
    }
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

void time_graph(const Launch& launch, float& median, float& least) {
    cudaGraphExec_t graphs[kRanks];
    cudaEvent_t begin[kRanks], end[kRanks];
    for (int r = 0; r < kRanks; r++) {
        use(r);
        cudaGraph_t graph;
        CHECK(cudaStreamBeginCapture(streams[r], cudaStreamCaptureModeThreadLocal));
        for (int i = 0; i < launch.calls; i++) enqueue(launch, r);
        CHECK(cudaStreamEndCapture(streams[r], &graph));
        CHECK(cudaGraphInstantiate(&graphs[r], graph, 0));
        CHECK(cudaGraphUpload(graphs[r], streams[r]));
        CHECK(cudaEventCreate(&begin[r]));
        CHECK(cudaEventCreate(&end[r]));
        CHECK(cudaStreamSynchronize(streams[r]));
    }
    std::vector<float> times;
    for (int replay = 0; replay < kReplays + 2; replay++) {
        float slowest = 0;
        for (int r = 0; r < kRanks; r++) {
            use(r);
            CHECK(cudaEventRecord(begin[r], streams[r]));
            CHECK(cudaGraphLaunch(graphs[r], streams[r]));
            CHECK(cudaEventRecord(end[r], streams[r]));
        }
        for (int r = 0; r < kRanks; r++) {
            use(r);
            CHECK(cudaStreamSynchronize(streams[r]));
            float ms;
            CHECK(cudaEventElapsedTime(&ms, begin[r], end[r]));
            slowest = std::max(slowest, ms * 1000 / launch.calls);
        }
        if (replay >= 2) times.push_back(slowest);
    }
    std::sort(times.begin(), times.end());
    median = times[times.size() / 2];
    least = times[0];
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
    std::string line;
    std::printf("entry,bytes,threads,blocks,pdl,median_us,min_us,wrong\n");
    while (std::getline(std::cin, line)) {
        for (char& c : line) c = c == ',' ? ' ' : c;
        std::istringstream fields(line);
        Launch l;
        if (!(fields >> l.entry >> l.count >> l.element_bytes >> l.threads >> l.blocks >> l.calls)) continue;
        unsigned long long wrong = 0;
        if (l.count * l.element_bytes <= (16u << 20)) wrong = check(l, random);
        for (int r = 0; r < kRanks; r++) calls[r].count = l.count;
        float median, least;
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
