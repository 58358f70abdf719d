package dev.negzero.runtime.cuda;

import dev.negzero.plan.ControlLayout;
import dev.negzero.runtime.signal.ControlRegion;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/** Ranks that are all in this process: they share host memory, and know each other's addresses. */
final class ThreadCircle implements Circle {
    private record Shared(List<ControlRegion> regions, Directory directory, Circle circle) {}

    private final List<CudaRank> ranks = new CopyOnWriteArrayList<>();
    private final Map<String, Shared> subgroups = new ConcurrentHashMap<>();

    /** Control regions of so many ranks in host memory. */
    static List<ControlRegion> regions(int ranks) {
        return Stream.generate(() -> new ControlRegion(
                        ByteBuffer.allocateDirect(ControlLayout.TOTAL + 64).alignedSlice(64)))
                .limit(ranks)
                .toList();
    }

    @Override
    public void add(CudaRank rank) {
        ranks.add(rank);
    }

    @Override
    public void alarm() {
        ranks.forEach(CudaRank::ring);
    }

    @Override
    public CudaRank.Parts subgroup(CudaRank.Parts whole, String name, Membership membership) {
        int size = membership.ranks().size();
        Shared shared = subgroups.computeIfAbsent(
                name, fresh -> new Shared(regions(size), new ThreadDirectory(size), new ThreadCircle()));
        return new CudaRank.Parts(whole.gpu(), whole.arena(), shared.regions(), shared.directory(), shared.circle());
    }
}
