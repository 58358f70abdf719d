// What one launch call costs a C++ program: cuLaunchKernelEx of an empty kernel, issued in batches that the device's queue
// holds, so that no call waits for room. The yardstick for dev.negzero.runtime.cuda.LaunchCost, which does the same.
//
// Build: nvcc launch.cpp -o launch -ldl        it takes the driver's functions from libcuda.so.1 itself
// Run:   launch empty.ptx
// Prints: launch_ns,NUMBER
#include <cuda.h>
#include <dlfcn.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace {

constexpr int kBatch = 256;
constexpr int kBatches = 400;
constexpr int kWarmUp = 200;
constexpr int kParameterBytes = 88;

void* driver;

template <class F>
F* symbol(const char* name) {
    void* found = dlsym(driver, name);
    if (found == nullptr) {
        std::fprintf(stderr, "no %s\n", name);
        std::exit(1);
    }
    return reinterpret_cast<F*>(found);
}

void check(const char* call, CUresult result) {
    if (result != CUDA_SUCCESS) {
        std::fprintf(stderr, "%s returned %d\n", call, result);
        std::exit(1);
    }
}

}  // namespace

int main(int argc, char** argv) {
    driver = dlopen("libcuda.so.1", RTLD_NOW);
    if (argc != 2 || driver == nullptr) {
        std::fprintf(stderr, "usage: launch empty.ptx, on a machine with an NVIDIA driver\n");
        return 2;
    }
    std::ifstream file(argv[1]);
    const std::string ptx((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    CUcontext context;
    CUmodule module;
    CUfunction function;
    CUstream stream;
    check("cuInit", symbol<CUresult(unsigned)>("cuInit")(0));
    check("cuDevicePrimaryCtxRetain", symbol<CUresult(CUcontext*, CUdevice)>("cuDevicePrimaryCtxRetain")(&context, 0));
    check("cuCtxSetCurrent", symbol<CUresult(CUcontext)>("cuCtxSetCurrent")(context));
    check("cuModuleLoadData", symbol<CUresult(CUmodule*, const void*)>("cuModuleLoadData")(&module, ptx.c_str()));
    check("cuModuleGetFunction",
          symbol<CUresult(CUfunction*, CUmodule, const char*)>("cuModuleGetFunction")(&function, module, "nz_empty"));
    check("cuStreamCreate", symbol<CUresult(CUstream*, unsigned)>("cuStreamCreate")(&stream, CU_STREAM_NON_BLOCKING));
    auto* launch = symbol<CUresult(const CUlaunchConfig*, CUfunction, void**, void**)>("cuLaunchKernelEx");
    auto* synchronize = symbol<CUresult(CUstream)>("cuStreamSynchronize");
    CUlaunchConfig config = {};
    config.gridDimX = config.gridDimY = config.gridDimZ = 1;
    config.blockDimX = 32;
    config.blockDimY = config.blockDimZ = 1;
    config.hStream = stream;
    alignas(16) unsigned char parameters[kParameterBytes] = {};
    void* addresses[] = {parameters};
    std::vector<double> ns;
    for (int batch = -kWarmUp; batch < kBatches; batch++) {
        const auto start = std::chrono::steady_clock::now();
        for (int i = 0; i < kBatch; i++) check("cuLaunchKernelEx", launch(&config, function, addresses, nullptr));
        const std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - start;
        if (batch >= 0) ns.push_back(time.count() / kBatch);
        check("cuStreamSynchronize", synchronize(stream));
    }
    std::sort(ns.begin(), ns.end());
    std::printf("launch_ns,%.0f\n", ns[ns.size() / 2]);
    return 0;
}
