// Ends the program with place and reason when a call of the CUDA runtime fails.
#pragma once
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                                                 \
    do {                                                                                            \
        cudaError_t status = (call);                                                                     \
        if (status != cudaSuccess) {                                                                   \
            std::fprintf(stderr, "%s:%d %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(status)); \
            std::exit(1);                                                                           \
        }                                                                                           \
    } while (0)
