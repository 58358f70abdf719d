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

/**
 * verify = false: ranks no longer compare what they call, which saves a word for each peer in each call. A mistake is then a
 * wrong result or a wait until the deadline. So develop with the first interface and, where a profile asks for it, ship the
 * second: they differ in one value, and their methods come from one place.
 */
public final class Sample08Unverified {
    /** The methods, once. */
    interface Sums {
        /** Every rank gets the sums. */
        @AllReduce
        void sum(DeviceBuffer<F32> in, DeviceBuffer<F32> out, long count);
    }

    /** Calls are compared. */
    @Collective(dtype = DType.F32, width = 4, groupSize = 2)
    interface Verified extends Sums {}

    /** Calls are not compared. */
    @Collective(dtype = DType.F32, width = 4, groupSize = 2, verify = false)
    interface Trusted extends Sums {}

    private Sample08Unverified() {}

    /** Runs the sample; takes no arguments. */
    public static void main(String[] args) {
        run(System.out);
    }

    /** Runs the sample and prints what rank 0 received through either. */
    public static void run(PrintStream out) {
        String[] lines = new String[2];
        try (Group group = Group.open(2)) {
            group.run(rank -> {
                try (var verified = Sample08Unverified_VerifiedLauncher.open(rank);
                        var trusted = Sample08Unverified_TrustedLauncher.open(rank)) {
                    String line = "verified " + sums(rank, verified) + ", trusted " + sums(rank, trusted);
                    lines[rank.index()] = "rank " + rank.index() + ": " + line;
                }
            });
        }
        for (String line : lines) {
            out.println(line);
        }
    }

    private static String sums(Rank rank, Sums launcher) {
        float[] values = {1, 2 + rank.index()};
        try (var in = rank.buffer(F32.class, values.length);
                var out = rank.buffer(F32.class, values.length)) {
            in.copyFrom(values);
            launcher.sum(in, out, values.length);
            rank.synchronize();
            out.copyTo(values);
        }
        return Arrays.toString(values);
    }
}
