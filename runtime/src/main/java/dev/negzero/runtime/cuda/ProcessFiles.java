package dev.negzero.runtime.cuda;

import dev.negzero.plan.ControlLayout;
import dev.negzero.runtime.host.FileRegions;
import dev.negzero.runtime.host.RegionStore;
import dev.negzero.runtime.signal.ControlRegion;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The files of one rank that is a process: its control region, and the handles of its device memory. */
final class ProcessFiles {
    private final RegionStore control;
    private final RegionStore handles;
    private final int rank;
    private final int size;

    /**
     * No files yet.
     *
     * @param base start of their names
     * @param rank the rank of this process
     * @param size number of ranks
     * @param deadlineNanos bound of the wait for a peer's file
     */
    ProcessFiles(Path base, int rank, int size, long deadlineNanos) {
        this.rank = rank;
        this.size = size;
        control = new FileRegions(base, deadlineNanos);
        handles = new FileRegions(base.resolveSibling(base.getFileName() + "-handles"), deadlineNanos);
    }

    /** Where handles are. */
    RegionStore handles() {
        return handles;
    }

    /** The control regions of all ranks; waits for their files. */
    List<ControlRegion> controls() {
        control.create(0, rank, ControlLayout.TOTAL);
        List<ControlRegion> regions = new ArrayList<>();
        for (int peer = 0; peer < size; peer++) {
            regions.add(new ControlRegion(control.attach(0, peer, ControlLayout.TOTAL)));
        }
        return regions;
    }

    void close() {
        control.close();
        handles.close();
    }
}
