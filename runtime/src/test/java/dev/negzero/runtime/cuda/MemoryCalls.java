package dev.negzero.runtime.cuda;

import jcuda.driver.CUresult;
import jcuda.driver.JCudaDriver;

/** What tests ask the driver beside what the engine does. */
final class MemoryCalls {
    private MemoryCalls() {}

    /** Bytes that are free on the GPU of the calling thread's context. */
    static long free() {
        long[] free = new long[1];
        int result = JCudaDriver.cuMemGetInfo(free, new long[1]);
        if (result != CUresult.CUDA_SUCCESS) {
            throw new IllegalStateException("cuMemGetInfo returned " + result);
        }
        return free[0];
    }
}
