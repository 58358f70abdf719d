package dev.negzero.emit;

import java.util.List;

/** What a kernel source is written for. */
public enum Platform {
    /** NVIDIA GPUs: nvcc, NVRTC, clang. */
    CUDA(
            "platform_cuda.cuh",
            ".cu",
            List.of("-std=c++17", "--fmad=false", "--ftz=false", "--prec-div=true", "--prec-sqrt=true")),
    /** AMD GPUs: clang. */
    HIP(
            "platform_hip.cuh",
            ".hip.cpp",
            List.of("-std=c++17", "-O3", "-ffp-contract=off", "-fno-fast-math", "-fno-gpu-flush-denormals-to-zero")),
    /** Plain C++ with real threads, for tests. */
    HOST("platform_host.h", ".host.cpp", List.of("-std=c++17", "-ffp-contract=off", "-fno-fast-math"));

    private final String header;
    private final String extension;
    private final List<String> flags;

    Platform(String header, String extension, List<String> flags) {
        this.header = header;
        this.extension = extension;
        this.flags = flags;
    }

    /** Name of its platform header among the device headers. */
    String header() {
        return header;
    }

    /** What the source's file name ends in. */
    public String extension() {
        return extension;
    }

    /** Compiler flags that the promised bits rest on: no contraction, no flush to zero, IEEE division. */
    public List<String> flags() {
        return flags;
    }
}
