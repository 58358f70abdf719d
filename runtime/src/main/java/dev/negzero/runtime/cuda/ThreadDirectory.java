package dev.negzero.runtime.cuda;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The regions of ranks that are threads of this process. */
final class ThreadDirectory implements Directory {
    private record Name(int region, int rank) {}

    private final int ranks;
    private final Map<Name, Long> addresses = new ConcurrentHashMap<>();
    private final Map<Integer, Set<Integer>> closed = new ConcurrentHashMap<>();

    ThreadDirectory(int ranks) {
        this.ranks = ranks;
    }

    @Override
    public void publish(int region, int rank, long address) {
        addresses.put(new Name(region, rank), address);
    }

    @Override
    public long address(int region, int rank) {
        Long address = addresses.get(new Name(region, rank));
        if (address == null) {
            throw new IllegalStateException("rank " + rank + " met its peers without region " + region);
        }
        return address;
    }

    @Override
    public void close(int region, int rank) {
        closed.computeIfAbsent(region, r -> ConcurrentHashMap.newKeySet()).add(rank);
    }

    @Override
    public boolean closedByAll(int region) {
        Set<Integer> by = closed.get(region);
        return by != null && by.size() == ranks;
    }
}
