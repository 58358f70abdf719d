package dev.negzero.runtime.cuda;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A driver without a device that has only so much memory for allocations and kernels. */
final class SmallDriver extends ThinDriver {
    private final long capacity;
    private final Map<Long, Long> sizes = new ConcurrentHashMap<>();
    private long held;

    SmallDriver(long capacity) {
        super(1);
        this.capacity = capacity;
    }

    long free() {
        return capacity - held;
    }

    private synchronized void take(String call, long bytes) {
        if (bytes > capacity - held) {
            throw new CudaException(call, 2, "CUDA_ERROR_OUT_OF_MEMORY", "");
        }
        held += bytes;
    }

    private synchronized void give(long handle) {
        held -= sizes.remove(handle);
    }

    @Override
    public long allocate(long bytes) {
        long size = (bytes + DeviceMemory.GRAIN - 1) / DeviceMemory.GRAIN * DeviceMemory.GRAIN;
        take("cuMemAlloc", size);
        long address = super.allocate(bytes);
        sizes.put(address, size);
        return address;
    }

    @Override
    public void free(long address) {
        super.free(address);
        give(address);
    }

    @Override
    public long loadModule(byte[] image) {
        take("cuModuleLoadData", DeviceMemory.GRAIN);
        long module = super.loadModule(image);
        sizes.put(module, DeviceMemory.GRAIN);
        return module;
    }

    @Override
    public void unloadModule(long module) {
        super.unloadModule(module);
        give(module);
    }
}
