package dev.negzero.runtime.cuda;

import dev.negzero.runtime.RuntimeProblem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One rank's device memory, cut from large pieces. Nothing goes back to the driver before the end: freeing device memory
 * may wait for all kernels of the device, and a peer's kernel may be waiting for the very thread that frees.
 *
 * <p>A freed range is given out again at once. That is safe in stream order, as all accesses to it are issued to the
 * rank's stream, and a call ends on that stream only when peers have read what it offered them.
 */
final class Arena {
    /** Bytes of one piece, unless more is asked for at once. */
    static final long SLAB = 64L << 20;

    /** What the driver's own allocations are aligned to, too. */
    static final long ALIGN = 512;

    private final Driver driver;
    private final Gpu gpu;
    private final List<Long> slabs = new ArrayList<>();
    /** Bytes of free ranges by their address; neighbours of one slab are joined. */
    private final TreeMap<Long, Long> free = new TreeMap<>();

    private final Map<Long, Long> used = new HashMap<>();

    Arena(Driver driver, Gpu gpu) {
        this.driver = driver;
        this.gpu = gpu;
    }

    /**
     * Gives out a range. Its content is what was there before.
     *
     * @param bytes above 0
     * @return its address, a multiple of {@link #ALIGN}
     * @throws dev.negzero.runtime.LoadingException NZ838 if the device has no memory left
     */
    synchronized long allocate(long bytes) {
        long size = (bytes + ALIGN - 1) / ALIGN * ALIGN;
        for (Map.Entry<Long, Long> range : free.entrySet()) {
            if (range.getValue() >= size) {
                return take(range.getKey(), range.getValue(), size);
            }
        }
        long slab = Math.max(size, SLAB);
        long base = slab(slab, bytes);
        slabs.add(base);
        return take(base, slab, size);
    }

    private long slab(long bytes, long asked) {
        driver.use(gpu.context());
        try {
            return driver.allocate(bytes);
        } catch (CudaException e) {
            if (e.outOfMemory()) {
                throw RuntimeProblem.DEVICE_MEMORY.loading(
                        asked + " bytes asked for on " + gpu + ": " + e.failure(), e);
            }
            throw e;
        }
    }

    /** The piece that a range was cut from: what the driver knows its memory by. */
    synchronized long allocation(long address) {
        return slabs.stream()
                .filter(slab -> slab <= address)
                .mapToLong(slab -> slab)
                .max()
                .orElseThrow(() -> new IllegalArgumentException("no memory of this arena: " + address));
    }

    private long take(long address, long available, long size) {
        free.remove(address);
        if (available > size) {
            free.put(address + size, available - size);
        }
        used.put(address, size);
        return address;
    }

    /** Takes a range back. */
    synchronized void free(long address) {
        Long taken = used.remove(address);
        if (taken == null) {
            return;
        }
        long start = address;
        long size = taken;
        Map.Entry<Long, Long> before = free.lowerEntry(address);
        if (before != null && before.getKey() + before.getValue() == address && !slabs.contains(address)) {
            start = before.getKey();
            size += before.getValue();
            free.remove(start);
        }
        Long after = free.get(start + size);
        if (after != null && !slabs.contains(start + size)) {
            free.remove(start + size);
            size += after;
        }
        free.put(start, size);
    }

    /** Gives everything back to the driver; no kernel runs any more. The calling thread uses the GPU's context. */
    synchronized void close() {
        slabs.forEach(driver::free);
        slabs.clear();
        free.clear();
        used.clear();
    }
}
