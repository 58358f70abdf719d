package dev.negzero.runtime.host;

import dev.negzero.plan.ControlLayout;
import dev.negzero.runtime.engine.Engine;
import dev.negzero.runtime.engine.EngineSetup;
import dev.negzero.runtime.engine.RankPort;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The engine that runs collectives inside the JVM. Needs no GPU. */
public final class HostEngine implements Engine {
    /** Name of the engine, and of its rows in an AUTO table. */
    public static final String NAME = "host";

    private final RegionStore store;
    private final List<HostRank> ranks;
    private final boolean whole;

    private HostEngine(RegionStore store, List<HostRank> ranks, boolean whole) {
        this.store = store;
        this.ranks = List.copyOf(ranks);
        this.whole = whole;
    }

    /** All ranks are threads of this JVM. */
    public static HostEngine threads(EngineSetup setup) {
        RegionStore store = new ThreadRegions();
        for (int rank = 0; rank < setup.size(); rank++) {
            store.create(0, rank, ControlLayout.TOTAL);
        }
        List<HostRank> ranks = new ArrayList<>();
        for (int rank = 0; rank < setup.size(); rank++) {
            ranks.add(new HostRank(rank, setup, store));
        }
        return new HostEngine(store, ranks, true);
    }

    /**
     * This process is one rank; the others map the same files.
     *
     * @param base path that the files' names start with
     * @param rank the rank of this process
     */
    public static HostEngine join(Path base, int rank, EngineSetup setup) {
        RegionStore store = new FileRegions(base, setup.deadlineNanos());
        try {
            store.create(0, rank, ControlLayout.TOTAL);
            return new HostEngine(store, List.of(new HostRank(rank, setup, store)), false);
        } catch (RuntimeException e) {
            store.close();
            throw e;
        }
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String arch() {
        return NAME;
    }

    @Override
    public RankPort port(int rank) {
        return ranks.stream()
                .filter(r -> r.index() == rank)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("rank " + rank + " lives in another process"));
    }

    @Override
    public void reset() {
        ranks.forEach(HostRank::drain);
        ranks.forEach(HostRank::offer);
        if (whole) {
            ranks.forEach(HostRank::reset);
        } else {
            ranks.forEach(HostRank::resetWithPeers);
        }
    }

    @Override
    public void close() {
        ranks.forEach(HostRank::close);
        store.close();
    }
}
