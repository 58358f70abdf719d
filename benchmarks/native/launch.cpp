// What one launch call costs C++: cuLaunchKernelEx of an empty kernel, issued in batches that the device's queue holds, so that no
// call waits for room. The yardstick for dev.negzero.runtime.cuda.LaunchCost, which makes a batch of its own and one of these in
// turns, on one thread and one stream: on a processor that others use too, two processes differ by more than what is to be seen.
//
// Build: nvcc -O2 -shared -Xcompiler -fPIC launch.cpp -o launch.so -ldl      it takes the driver's function from libcuda.so.1 itself
#include <cuda.h>
#include <dlfcn.h>

#include <chrono>

namespace {

// As many as the driver takes for any kernel; it reads as many as the kernel has.
constexpr int kParameterBytes = 4096;

using LaunchKernelEx = CUresult(const CUlaunchConfig*, CUfunction, void**, void**);

}  // namespace

/// Launches a kernel of one block of 32 threads so many times. Returns the nanoseconds of all calls, or -1 - CUresult.
extern "C" long long nz_launch_batch(CUfunction function, CUstream stream, int launches) {
    void* driver = dlopen("libcuda.so.1", RTLD_NOW);
    auto* launch = reinterpret_cast<LaunchKernelEx*>(driver == nullptr ? nullptr : dlsym(driver, "cuLaunchKernelEx"));
    if (launch == nullptr) return -1 - CUDA_ERROR_NOT_FOUND;
    CUlaunchConfig config = {};
    config.gridDimX = config.gridDimY = config.gridDimZ = 1;
    config.blockDimX = 32;
    config.blockDimY = config.blockDimZ = 1;
    config.hStream = stream;
    alignas(16) unsigned char parameters[kParameterBytes] = {};
    void* addresses[] = {parameters};
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < launches; i++) {
        const CUresult result = launch(&config, function, addresses, nullptr);
        if (result != CUDA_SUCCESS) return -1 - result;
    }
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - start).count();
}
