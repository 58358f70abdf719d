package dev.negzero.runtime.signal;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** One rank's view of the control regions: it reads faults in its own and reports into all. */
public final class FaultBoard {
    private final List<ControlRegion> regions;
    private final ControlRegion own;

    /**
     * The board of one rank.
     *
     * @param regions of all ranks, in order
     * @param rank the owner
     */
    public FaultBoard(List<ControlRegion> regions, int rank) {
        this.regions = List.copyOf(regions);
        this.own = regions.get(rank);
    }

    /** Whether any rank has reported a fault. */
    public boolean failed() {
        return own.failed();
    }

    /** The fault to show; null if there is none. */
    public @Nullable FaultRecord fault() {
        return own.failed() ? own.primary() : null;
    }

    /**
     * Reports to all ranks, unless this rank already did.
     *
     * @return the fault to show, which is a peer's when that was here first
     */
    public FaultRecord report(FaultRecord record) {
        if (own.claim()) {
            regions.forEach(region -> region.publish(record));
        }
        FaultRecord shown = own.primary();
        return shown == null ? record : shown;
    }

    /** Forgets all that this rank knows. No rank is inside a call. */
    public void clear() {
        own.clearFaults();
    }
}
