package dev.negzero.runtime.cuda;

import java.util.HashMap;
import java.util.Map;
import java.util.function.IntFunction;

/** The regions that ranks make together in device memory, as one rank counts, publishes and gives back its own. */
final class SharedRegions {
    private final Directory directory;
    private final Arena arena;
    private final int rank;
    private final int size;
    /** Regions of this rank that are not freed yet, by their number. */
    private final Map<Integer, Long> own = new HashMap<>();
    /** Number of the next collective allocation; the same on all ranks, as they allocate in the same order. */
    private int next = 1;

    /**
     * No regions yet.
     *
     * @param directory where the ranks' regions are
     * @param arena this rank's memory
     * @param size number of ranks
     */
    SharedRegions(Directory directory, Arena arena, int rank, int size) {
        this.directory = directory;
        this.arena = arena;
        this.rank = rank;
        this.size = size;
    }

    /** The number of the region that the ranks make now. */
    int number() {
        return next++;
    }

    /**
     * Makes what goes with the next region. Where a rank fails, its peers do as well; when all of them have given the region
     * up it is freed.
     *
     * @param step gets the region's number
     */
    <T> T make(IntFunction<T> step) {
        int region = number();
        try {
            return step.apply(region);
        } catch (RuntimeException e) {
            close(region);
            throw e;
        }
    }

    /** How far this rank has counted. */
    int count() {
        return next;
    }

    /** Goes on counting where the rank is that has got furthest. */
    void count(int number) {
        next = number;
    }

    /** Makes this rank's region and lets the peers know where it is. */
    long share(int region, long bytes) {
        long address = arena.allocate(bytes);
        own.put(region, address);
        directory.publish(region, rank, address);
        return address;
    }

    /** Where all ranks' regions of a number are. */
    long[] addresses(int region) {
        long[] addresses = new long[size];
        for (int peer = 0; peer < size; peer++) {
            addresses[peer] = directory.address(region, peer);
        }
        return addresses;
    }

    /** This rank makes no further calls with a region. */
    void close(int region) {
        directory.close(region, rank);
    }

    /** Frees what all ranks have closed. Whoever wrote there has finished. */
    void freeClosed() {
        own.entrySet().removeIf(entry -> {
            boolean over = directory.closedByAll(entry.getKey());
            if (over) {
                arena.free(entry.getValue());
                directory.forget(entry.getKey());
            }
            return over;
        });
    }
}
