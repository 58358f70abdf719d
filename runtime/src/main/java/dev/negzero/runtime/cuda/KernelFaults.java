package dev.negzero.runtime.cuda;

import dev.negzero.runtime.signal.ControlRegion;
import dev.negzero.runtime.signal.FaultRecord;
import java.nio.ByteBuffer;
import java.util.List;

/** Takes what kernels have reported into a rank's control region on the device over to those on the host. */
final class KernelFaults {
    private static final long PUBLISH_NANOS = 1_000_000_000;

    private final List<ControlRegion> regions;
    private final ControlRegion own;

    /**
     * What one rank takes over.
     *
     * @param regions control regions of all ranks in host memory
     * @param rank the one that looks
     */
    KernelFaults(List<ControlRegion> regions, int rank) {
        this.regions = List.copyOf(regions);
        own = regions.get(rank);
    }

    /** Takes over each writer's record once, for all ranks of this process. */
    void merge(ByteBuffer snapshot, int writers) {
        ControlRegion seen = new ControlRegion(snapshot);
        for (int writer = 0; writer < regions.size(); writer++) {
            FaultRecord record = (writers >>> writer & 1) == 0 ? null : seen.record(writer);
            if (record == null) {
                continue;
            }
            if (regions.get(writer).claim()) {
                regions.forEach(region -> region.publish(record));
            } else {
                awaitPublished(record);
            }
        }
    }

    /**
     * Another rank is publishing the record right now; without it this rank would look sound for a moment. That rank may be
     * a process which was killed before it came to that: then this rank keeps the record for itself.
     */
    private void awaitPublished(FaultRecord record) {
        long start = System.nanoTime();
        // The summary is stored last.
        while (own.record(record.rank()) == null || !own.failed()) {
            if (System.nanoTime() - start > PUBLISH_NANOS) {
                own.publish(record);
                return;
            }
            Thread.onSpinWait();
        }
    }
}
