package dev.negzero.samples.small;

import dev.negzero.annotations.Barrier;
import dev.negzero.annotations.Collective;
import dev.negzero.annotations.DType;
import dev.negzero.runtime.Group;
import dev.negzero.runtime.Rank;
import java.io.PrintStream;
import java.util.concurrent.atomic.AtomicInteger;

/** A barrier: no rank passes it before all have reached it. */
public final class Sample04Barrier {
    private static final int RANKS = 4;

    /** What the ranks do together. A barrier moves no data; dtype and width don't matter to it. */
    @Collective(dtype = DType.F32, width = 4, groupSize = RANKS)
    public interface Meeting {
        /** Returns, on the rank's stream, once all ranks have called it. */
        @Barrier
        void barrier();
    }

    private Sample04Barrier() {}

    /** Runs the sample; takes no arguments. */
    public static void main(String[] args) {
        run(System.out);
    }

    /** Runs the sample and prints how many ranks each rank saw arrived. */
    public static void run(PrintStream out) {
        AtomicInteger arrived = new AtomicInteger();
        int[] seen = new int[RANKS];
        try (Group group = Group.open(RANKS)) {
            group.run(rank -> seen[rank.index()] = meet(rank, arrived));
        }
        for (int rank = 0; rank < RANKS; rank++) {
            out.println("rank " + rank + " passed the barrier after " + seen[rank] + " arrivals");
        }
    }

    private static int meet(Rank rank, AtomicInteger arrived) {
        try (var launcher = Sample04Barrier_MeetingLauncher.open(rank)) {
            arrived.incrementAndGet();
            launcher.barrier();
            rank.synchronize();
            return arrived.get();
        }
    }
}
