// Runs the emitted kernels without Java, see ranks.h: ranks are streams of one GPU, or one stream on each of several GPUs.
// Checks bits against a rank-order reference, then times calls inside captured graphs. The yardstick for the CUDA engine.
//
// Build: nvcc -arch=native FLAGS -DKERNELS='"T.cu"' -DENTRIES='E(nz_a_0_lamport_one_shot) ...' bare.cu -o bare
//        FLAGS: those in the title of T.cu
// Run:   bare GPUS PDL [BYTES [EXTRA [AHEAD]]] < launches.csv
//        BYTES: of each buffer, 256 Mi if not said; EXTRA: streams that are used in front of each rank's, 0 if not said;
//        AHEAD: MiB that are taken from GPU 0 before, 0 if not said
//        one launch a line: entry,elements,element_bytes,threads,blocks,calls,rounds
//        calls are captured together, rounds is how often they are replayed for one timing
// Prints: entry,bytes,threads,blocks,pdl,median_us,min_us,wrong
#include "ranks.h"

namespace {

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
        CHECK(cudaMemset(outputs[r], 0xA5, std::min(bytes + 64, buffer_bytes)));
        CHECK(cudaDeviceSynchronize());
    }
    for (int r = 0; r < kRanks; r++) {
        use(r);
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

}  // namespace

int main(int argc, char** argv) {
    begin(argc, argv);
    std::mt19937 random(20261129);
    bool warm = false;
    Launch l;
    std::printf("entry,bytes,threads,blocks,pdl,median_us,min_us,wrong\n");
    while (next_launch(l)) {
        if (!warm) warm_up(l);
        warm = true;
        unsigned long long wrong = 0;
        if (l.count * l.element_bytes <= (16u << 20)) wrong = check(l, random);
        double median, least;
        time_graph(l, median, least);
        std::printf("%s,%llu,%d,%d,%d,%.2f,%.2f,%llu\n", l.entry.c_str(), l.count * l.element_bytes, l.threads, l.blocks,
                    pdl, median, least, wrong);
        std::fflush(stdout);
    }
    return failed() ? 1 : 0;
}
