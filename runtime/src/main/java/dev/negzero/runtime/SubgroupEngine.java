package dev.negzero.runtime;

import dev.negzero.runtime.engine.Engine;
import dev.negzero.runtime.engine.RankPort;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The engine of a group, as a subgroup of it sees it: ports of its own, no say over the rest. */
final class SubgroupEngine implements Engine {
    private final Engine whole;
    private final Map<Integer, RankPort> ports = new ConcurrentHashMap<>();
    private final Map<Integer, Runnable> closings = new ConcurrentHashMap<>();

    SubgroupEngine(Engine whole) {
        this.whole = whole;
    }

    /** A rank of this process has come. */
    void add(RankPort port, Runnable closing) {
        ports.put(port.index(), port);
        closings.put(port.index(), closing);
    }

    @Override
    public String name() {
        return whole.name();
    }

    @Override
    public String arch() {
        return whole.arch();
    }

    @Override
    public RankPort port(int rank) {
        RankPort port = ports.get(rank);
        if (port == null) {
            throw new IllegalArgumentException("rank " + rank + " lives in another process");
        }
        return port;
    }

    /** The group that was split resets its subgroups with itself. */
    @Override
    public void reset() {
        throw new IllegalStateException("a subgroup is reset with the group that it was split from");
    }

    @Override
    public void close() {
        closings.values().forEach(Runnable::run);
    }
}
