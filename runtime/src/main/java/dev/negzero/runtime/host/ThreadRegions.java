package dev.negzero.runtime.host;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Regions of ranks that are threads of this JVM. The table is read when ranks connect, never on the data path. */
final class ThreadRegions implements RegionStore {
    private record Name(int index, int rank) {}

    private final Map<Name, ByteBuffer> regions = new ConcurrentHashMap<>();
    private final Map<String, RegionStore> subgroups = new ConcurrentHashMap<>();

    @Override
    public ByteBuffer create(int index, int rank, long bytes) {
        ByteBuffer region = RegionStore.allocate(bytes);
        regions.put(new Name(index, rank), region);
        return region;
    }

    @Override
    public ByteBuffer attach(int index, int rank, long bytes) {
        ByteBuffer region = regions.get(new Name(index, rank));
        if (region == null || region.capacity() < bytes) {
            throw new IllegalStateException("rank " + rank + " met its peers without region " + index);
        }
        // A view of its own: ranks share bytes, not buffer objects.
        return region.duplicate();
    }

    @Override
    public void remove(int index, int rank) {
        regions.remove(new Name(index, rank));
    }

    @Override
    public void removeAll(int rank) {
        regions.keySet().removeIf(name -> name.rank() == rank);
    }

    @Override
    public RegionStore subgroup(String name) {
        return subgroups.computeIfAbsent(name, fresh -> new ThreadRegions());
    }

    @Override
    public void close() {
        subgroups.clear();
        regions.clear();
    }
}
