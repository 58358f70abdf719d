package dev.negzero.samples.small;

import dev.negzero.annotations.AllReduce;
import dev.negzero.annotations.Collective;
import dev.negzero.annotations.DType;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.runtime.BF16;
import dev.negzero.runtime.DeviceBuffer;
import dev.negzero.runtime.Group;
import dev.negzero.runtime.Rank;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** One thread drives three ranks: it opens all launchers, then issues the ranks' calls as one batch. */
public final class Sample02OneThread {
    /** What the ranks do together. */
    @Collective(dtype = DType.BF16, width = 8, groupSize = 3)
    public interface Extremes {
        /** Every rank gets the largest values. */
        @AllReduce(op = ReduceOp.MAX)
        void max(DeviceBuffer<BF16> in, DeviceBuffer<BF16> out, long count);
    }

    private Sample02OneThread() {}

    /** Runs the sample; takes no arguments. */
    public static void main(String[] args) {
        run(System.out);
    }

    /** Runs the sample and prints what each rank received. */
    public static void run(PrintStream out) {
        try (Group group = Group.open(3)) {
            var launchers = Sample02OneThread_ExtremesLauncher.openAll(group);
            List<DeviceBuffer<BF16>> buffers = new ArrayList<>();
            for (Rank rank : group.ranks()) {
                DeviceBuffer<BF16> buffer = rank.buffer(BF16.class, 4);
                buffer.copyFrom(new float[] {rank.index(), -rank.index(), 2.5f, Float.NEGATIVE_INFINITY});
                buffers.add(buffer);
            }
            // A call waits for its peers; between start and end none is waited for before all are issued.
            group.start();
            for (int rank = 0; rank < group.size(); rank++) {
                launchers.get(rank).max(buffers.get(rank), buffers.get(rank), 4);
            }
            group.end();
            for (Rank rank : group.ranks()) {
                rank.synchronize();
                float[] received = new float[4];
                buffers.get(rank.index()).copyTo(received);
                out.println("rank " + rank.index() + " received " + Arrays.toString(received));
            }
        }
    }
}
