package dev.negzero.runtime.cuda;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Where the ranks' shared regions are: those of domains and of symmetric buffers. A region is named by the number that
 * its collective allocation has on every rank, and by the rank that owns it.
 */
final class Directory {
    private record Name(int region, int rank) {}

    private final int ranks;
    private final Map<Name, Long> addresses = new ConcurrentHashMap<>();
    private final Map<Integer, Set<Integer>> closed = new ConcurrentHashMap<>();

    Directory(int ranks) {
        this.ranks = ranks;
    }

    /** Tells the peers where a rank's region is; before the rendezvous behind which they ask. */
    void publish(int region, int rank, long address) {
        addresses.put(new Name(region, rank), address);
    }

    /** A rank's region; behind a rendezvous. */
    long address(int region, int rank) {
        Long address = addresses.get(new Name(region, rank));
        if (address == null) {
            throw new IllegalStateException("rank " + rank + " met its peers without region " + region);
        }
        return address;
    }

    /** A rank makes no further calls that use a region. */
    void close(int region, int rank) {
        closed.computeIfAbsent(region, r -> ConcurrentHashMap.newKeySet()).add(rank);
    }

    /** Whether all ranks have closed a region. */
    boolean closedByAll(int region) {
        Set<Integer> by = closed.get(region);
        return by != null && by.size() == ranks;
    }
}
