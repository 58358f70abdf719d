package dev.negzero.samples.small;

import dev.negzero.annotations.AllReduce;
import dev.negzero.annotations.Collective;
import dev.negzero.annotations.DType;
import dev.negzero.runtime.DeviceBuffer;
import dev.negzero.runtime.F32;
import dev.negzero.runtime.Group;
import dev.negzero.runtime.Rank;
import java.io.PrintStream;
import java.util.Arrays;

/** Two ranks, each on a thread of its own, add their numbers. */
public final class Sample01HelloAllReduce {
    /** What the ranks do together; the annotation processor writes {@code Sample01HelloAllReduce_SumsLauncher}. */
    @Collective(dtype = DType.F32, width = 4, groupSize = 2)
    public interface Sums {
        /** Every rank gets the sums. */
        @AllReduce
        void sum(DeviceBuffer<F32> in, DeviceBuffer<F32> out, long count);
    }

    private Sample01HelloAllReduce() {}

    /** Runs the sample; takes no arguments. */
    public static void main(String[] args) {
        run(System.out);
    }

    /** Runs the sample and prints what each rank received. */
    public static void run(PrintStream out) {
        float[][] received = new float[2][];
        try (Group group = Group.open(2)) {
            group.run(rank -> received[rank.index()] = sums(rank));
        }
        for (int rank = 0; rank < received.length; rank++) {
            out.println("rank " + rank + " received " + Arrays.toString(received[rank]));
        }
    }

    private static float[] sums(Rank rank) {
        float[] values = {1 + rank.index(), 10, -0.5f};
        try (var launcher = Sample01HelloAllReduce_SumsLauncher.open(rank);
                var in = rank.buffer(F32.class, values.length);
                var out = rank.buffer(F32.class, values.length)) {
            in.copyFrom(values);
            launcher.sum(in, out, values.length);
            rank.synchronize();
            out.copyTo(values);
        }
        return values;
    }
}
