// What the links between two GPUs give to kernels that store: the bound of every collective that pushes. Each GPU copies a message
// from its own memory into the other's, both at the same time, in launches of several shapes.
//
// Build: nvcc -arch=native -O3 -std=c++17 link.cu -o link
// Run:   link     on a machine with two GPUs that reach each other
// Prints: bytes,blocks,threads,packs,us,gbs
//         packs of 16 bytes that a thread loads before it stores them; us of a copy, the slower GPU, the least of 4 rounds of 8
#include "check.h"

#include <algorithm>
#include <cstdio>

namespace {

constexpr int kGpus = 2;
constexpr int kRounds = 4;
constexpr int kCopies = 8;
constexpr size_t kLongest = 256u << 20;

uint4* inputs[kGpus];
uint4* outputs[kGpus];
cudaStream_t streams[kGpus];

template <int Packs>
__global__ void push(uint4* to, const uint4* from, size_t count) {
    const size_t step = static_cast<size_t>(gridDim.x) * blockDim.x;
    for (size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x; i < count; i += Packs * step) {
        uint4 packs[Packs];
#pragma unroll
        for (int p = 0; p < Packs; p++) {
            if (i + p * step < count) packs[p] = from[i + p * step];
        }
#pragma unroll
        for (int p = 0; p < Packs; p++) {
            if (i + p * step < count) to[i + p * step] = packs[p];
        }
    }
}

void open() {
    for (int g = 0; g < kGpus; g++) {
        CHECK(cudaSetDevice(g));
        CHECK(cudaDeviceEnablePeerAccess(1 - g, 0));
        CHECK(cudaStreamCreateWithFlags(&streams[g], cudaStreamNonBlocking));
        CHECK(cudaMalloc(&inputs[g], kLongest));
        CHECK(cudaMalloc(&outputs[g], kLongest));
        CHECK(cudaMemset(inputs[g], 1, kLongest));
        CHECK(cudaDeviceSynchronize());
    }
}

/// Milliseconds of a round on the slower GPU.
template <int Packs>
float round_ms(size_t bytes, int blocks, int threads, cudaEvent_t (&begin)[kGpus], cudaEvent_t (&end)[kGpus]) {
    for (int g = 0; g < kGpus; g++) {
        CHECK(cudaSetDevice(g));
        CHECK(cudaEventRecord(begin[g], streams[g]));
        for (int i = 0; i < kCopies; i++) {
            push<Packs><<<blocks, threads, 0, streams[g]>>>(outputs[1 - g], inputs[g], bytes / sizeof(uint4));
            CHECK(cudaGetLastError());
        }
        CHECK(cudaEventRecord(end[g], streams[g]));
    }
    float slower = 0;
    for (int g = 0; g < kGpus; g++) {
        float ms;
        CHECK(cudaEventSynchronize(end[g]));
        CHECK(cudaEventElapsedTime(&ms, begin[g], end[g]));
        slower = std::max(slower, ms);
    }
    return slower;
}

template <int Packs>
void time_shape(size_t bytes, int blocks, int threads) {
    cudaEvent_t begin[kGpus], end[kGpus];
    for (int g = 0; g < kGpus; g++) {
        CHECK(cudaSetDevice(g));
        CHECK(cudaEventCreate(&begin[g]));
        CHECK(cudaEventCreate(&end[g]));
    }
    float least = 1e9f;
    for (int round = 0; round < kRounds; round++) least = std::min(least, round_ms<Packs>(bytes, blocks, threads, begin, end));
    const double us = least * 1000.0 / kCopies;
    std::printf("%zu,%d,%d,%d,%.1f,%.1f\n", bytes, blocks, threads, Packs, us, bytes / (us * 1000));
}

}  // namespace

int main() {
    open();
    std::printf("bytes,blocks,threads,packs,us,gbs\n");
    const int shapes[][2] = {{66, 1024}, {132, 256}, {132, 768}, {132, 1024}, {264, 384}, {264, 512}, {528, 128}, {528, 256}, {1056, 128}};
    for (size_t bytes : {size_t{4} << 20, size_t{16} << 20, size_t{64} << 20, kLongest}) {
        for (const auto& shape : shapes) {
            time_shape<1>(bytes, shape[0], shape[1]);
            time_shape<4>(bytes, shape[0], shape[1]);
        }
    }
    return 0;
}
