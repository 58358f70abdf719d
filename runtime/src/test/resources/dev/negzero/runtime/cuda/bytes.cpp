// The kernels of bytes.cu as plain C++, one thread behind the other, for machines without a GPU.
namespace {
struct Index {
    unsigned x;
};
Index blockIdx, threadIdx, gridDim, blockDim;

void atomicAdd(unsigned long long* at, unsigned long long value) { *at += value; }

void atomicMin(unsigned long long* at, unsigned long long value) { *at = value < *at ? value : *at; }
}  // namespace

/// What clock64 has counted to.
extern "C" long long nz_clock;
long long nz_clock = 0;

static long long clock64() { return ++nz_clock; }

#define __global__
#include "bytes.cu"

namespace {
void run(void (*kernel)(Bytes), unsigned blocks, unsigned threads, const Bytes* bytes) {
    gridDim.x = blocks;
    blockDim.x = threads;
    for (blockIdx.x = 0; blockIdx.x < blocks; blockIdx.x++) {
        for (threadIdx.x = 0; threadIdx.x < threads; threadIdx.x++) kernel(*bytes);
    }
}
}  // namespace

extern "C" void run_nz_write(unsigned blocks, unsigned threads, const Bytes* bytes) { run(nz_write, blocks, threads, bytes); }

extern "C" void run_nz_delay(unsigned blocks, unsigned threads, const Bytes* bytes) { run(nz_delay, blocks, threads, bytes); }

extern "C" void run_nz_compare(unsigned blocks, unsigned threads, const Bytes* bytes) {
    run(nz_compare, blocks, threads, bytes);
}
