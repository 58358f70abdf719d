package dev.negzero.samples.small;

import dev.negzero.annotations.AllReduce;
import dev.negzero.annotations.Collective;
import dev.negzero.annotations.DType;
import dev.negzero.annotations.Protocol;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.runtime.DeviceBuffer;
import dev.negzero.runtime.F32;
import dev.negzero.runtime.Group;
import dev.negzero.runtime.Rank;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.Objects;

/**
 * Symmetric buffers: all ranks make them together, so that peers can read them in place, as the receiver of a hand-off does.
 * They may be passed wherever a buffer may. The workspace of this interface is far smaller than the message, which is worked
 * through in tiles.
 */
public final class Sample03SymmetricBuffers {
    private static final int COUNT = 100_000;

    /** What the ranks do together. */
    @Collective(dtype = DType.F32, width = 4, groupSize = 2, maxBytes = 4096)
    public interface Averages {
        /** Every rank gets the averages. */
        @AllReduce(op = ReduceOp.AVG, protocol = Protocol.SIGNAL)
        void average(DeviceBuffer<F32> in, DeviceBuffer<F32> out, long count);
    }

    private Sample03SymmetricBuffers() {}

    /** Runs the sample; takes no arguments. */
    public static void main(String[] args) {
        run(System.out);
    }

    /** Runs the sample and prints what each rank received, and how. */
    public static void run(PrintStream out) {
        String[] lines = new String[2];
        try (Group group = Group.open(2)) {
            group.run(rank -> lines[rank.index()] = averages(rank));
        }
        for (String line : lines) {
            out.println(line);
        }
    }

    private static String averages(Rank rank) {
        float[] values = new float[COUNT];
        Arrays.fill(values, 1 + 2 * rank.index());
        try (var launcher = Sample03SymmetricBuffers_AveragesLauncher.open(rank);
                var in = rank.symmetricBuffer(F32.class, COUNT);
                var out = rank.buffer(F32.class, COUNT)) {
            in.copyFrom(values);
            launcher.average(in, out, COUNT);
            rank.synchronize();
            out.copyTo(values);
            var call = Objects.requireNonNull(launcher.communicator().lastCall());
            return "rank " + rank.index() + " received " + values[0] + " .. " + values[COUNT - 1] + " (" + call.bytes()
                    + " bytes by " + call.algorithm().protocol() + ")";
        }
    }
}
