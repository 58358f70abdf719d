package dev.negzero.runtime.cuda;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * A GPU's memory as a test sees it: how much is free, and how much a test takes so that others find none. Holds the GPU's
 * context, as with the last holder all of its memory would go, leaked or not.
 */
public final class DeviceMemory implements AutoCloseable {
    /** What the driver gives memory out by. */
    public static final long GRAIN = 2L << 20;

    private static final long MOST = 8L << 30;

    private final Driver driver;
    private final int ordinal;
    private final LongSupplier free;
    private final long context;
    private final List<Long> taken = new ArrayList<>();

    /**
     * Memory of a driver's GPU.
     *
     * @param free bytes that are free in the calling thread's context
     */
    DeviceMemory(Driver driver, int ordinal, LongSupplier free) {
        this.driver = driver;
        this.ordinal = ordinal;
        this.free = free;
        context = driver.retainContext(ordinal);
    }

    /** Memory of each GPU that {@code -Dnegzero.devices=} names, or of the first one. */
    public static List<DeviceMemory> ofAll() {
        try {
            Driver driver = Binding.open();
            return GpuChoice.of(System.getProperty(GpuChoice.PROPERTY, "0"), 2, driver.devices()).stream()
                    .distinct()
                    .map(ordinal -> new DeviceMemory(driver, ordinal, MemoryCalls::free))
                    .toList();
        } catch (CudaUnavailable e) {
            throw new IllegalStateException(e);
        }
    }

    /** Bytes that nobody has. */
    public long free() {
        driver.use(context);
        return free.getAsLong();
    }

    /** Takes all but so many bytes, to the grain. */
    void takeAllBut(long left) {
        for (long bytes = MOST; bytes >= GRAIN; bytes /= 2) {
            while (free() - left >= bytes && takes(bytes)) {
                // As often as it fits.
            }
        }
    }

    private boolean takes(long bytes) {
        try {
            taken.add(driver.allocate(bytes));
            return true;
        } catch (CudaException e) {
            if (e.outOfMemory()) {
                // What is free is in pieces.
                return false;
            }
            throw e;
        }
    }

    /** Gives back what was taken. */
    void giveBack() {
        driver.use(context);
        taken.forEach(driver::free);
        taken.clear();
    }

    @Override
    public void close() {
        giveBack();
        driver.releaseContext(ordinal);
    }
}
