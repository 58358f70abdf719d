// Writes and compares bytes on a GPU, and holds up a stream, for tests; DeviceBytes.java launches it. No header is needed.

// What a launch is given. `report` holds three words: bytes that differed, the first of them (mark << 32 | its index; all
// ones if there is none), bytes that were compared.
struct Bytes {
    unsigned char* to;
    const unsigned char* from;
    unsigned long long count;
    unsigned long long* report;
    unsigned long long mark;
};

extern "C" __global__ void nz_write(Bytes bytes) {
    for (unsigned long long i = blockIdx.x * blockDim.x + threadIdx.x; i < bytes.count; i += gridDim.x * blockDim.x) {
        bytes.to[i] = bytes.from[i];
    }
}

// Ends `count` clock cycles later.
extern "C" __global__ void nz_delay(Bytes bytes) {
    const long long start = clock64();
    while (static_cast<unsigned long long>(clock64() - start) < bytes.count) {
    }
}

extern "C" __global__ void nz_compare(Bytes bytes) {
    unsigned long long compared = 0;
    for (unsigned long long i = blockIdx.x * blockDim.x + threadIdx.x; i < bytes.count; i += gridDim.x * blockDim.x) {
        compared++;
        if (bytes.to[i] != bytes.from[i]) {
            atomicAdd(&bytes.report[0], 1ull);
            atomicMin(&bytes.report[1], bytes.mark << 32 | i);
        }
    }
    atomicAdd(&bytes.report[2], compared);
}
