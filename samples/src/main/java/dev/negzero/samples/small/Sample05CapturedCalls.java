package dev.negzero.samples.small;

import dev.negzero.annotations.AllReduce;
import dev.negzero.annotations.Collective;
import dev.negzero.annotations.DType;
import dev.negzero.runtime.DeviceBuffer;
import dev.negzero.runtime.F32;
import dev.negzero.runtime.Group;
import dev.negzero.runtime.Rank;
import java.io.PrintStream;

/** Captured calls: checked and recorded once, then issued together as often as needed; on GPUs as one graph. */
public final class Sample05CapturedCalls {
    private static final int REPLAYS = 3;

    /** What the ranks do together. */
    @Collective(dtype = DType.F32, width = 4, groupSize = 2)
    public interface Sums {
        /** Every rank gets the sums. */
        @AllReduce
        void sum(DeviceBuffer<F32> in, DeviceBuffer<F32> out, long count);
    }

    private Sample05CapturedCalls() {}

    /** Runs the sample; takes no arguments. */
    public static void main(String[] args) {
        run(System.out);
    }

    /** Runs the sample and prints what is left in each rank's buffer. */
    public static void run(PrintStream out) {
        float[] left = new float[2];
        try (Group group = Group.open(left.length)) {
            group.run(rank -> left[rank.index()] = replayed(rank));
        }
        for (int rank = 0; rank < left.length; rank++) {
            out.println("rank " + rank + " has " + left[rank] + " after " + REPLAYS + " replays");
        }
    }

    private static float replayed(Rank rank) {
        float[] value = {1 + rank.index()};
        try (var launcher = Sample05CapturedCalls_SumsLauncher.open(rank);
                var inOut = rank.buffer(F32.class, 1);
                // The body makes calls and nothing else: no copies, no waits. Nothing is carried out yet.
                var calls = rank.capture(() -> launcher.sum(inOut, inOut, 1))) {
            inOut.copyFrom(value);
            for (int i = 0; i < REPLAYS; i++) {
                calls.replay();
            }
            rank.synchronize();
            inOut.copyTo(value);
        }
        return value[0];
    }
}
