package dev.negzero.samples.small;

import dev.negzero.annotations.AllReduce;
import dev.negzero.annotations.Collective;
import dev.negzero.annotations.DType;
import dev.negzero.runtime.CollectiveException;
import dev.negzero.runtime.DeviceBuffer;
import dev.negzero.runtime.F32;
import dev.negzero.runtime.Group;
import dev.negzero.runtime.Rank;
import java.io.PrintStream;
import java.util.List;

/** Ranks that disagree are told; after Group.reset() the group, its launchers and its buffers are usable again. */
public final class Sample06FaultAndReset {
    /** What the ranks do together. */
    @Collective(dtype = DType.F32, width = 4, groupSize = 2)
    public interface Sums {
        /** Every rank gets the sums. */
        @AllReduce
        void sum(DeviceBuffer<F32> in, DeviceBuffer<F32> out, long count);
    }

    private Sample06FaultAndReset() {}

    /** Runs the sample; takes no arguments. */
    public static void main(String[] args) {
        run(System.out);
    }

    /** Runs the sample and prints what each rank was told, and what it received in the end. */
    public static void run(PrintStream out) {
        try (Group group = Group.open(2)) {
            var launchers = Sample06FaultAndReset_SumsLauncher.openAll(group);
            var in = filled(group);
            var sums = buffers(group);
            for (int rank = 0; rank < group.size(); rank++) {
                // The mistake: rank 0 passes 4 elements, rank 1 passes 3.
                launchers.get(rank).sum(in.get(rank), sums.get(rank), 4 - rank);
            }
            group.ranks().forEach(rank -> out.println("rank " + rank.index() + " was told " + fault(rank)));
            group.reset();
            for (int rank = 0; rank < group.size(); rank++) {
                launchers.get(rank).sum(in.get(rank), sums.get(rank), 4);
            }
            for (int rank = 0; rank < group.size(); rank++) {
                float[] received = new float[4];
                sums.get(rank).copyTo(received);
                out.println("rank " + rank + " received " + received[3] + " after the reset");
            }
        }
    }

    private static List<DeviceBuffer<F32>> buffers(Group group) {
        return group.ranks().stream().map(rank -> rank.buffer(F32.class, 4)).toList();
    }

    private static List<DeviceBuffer<F32>> filled(Group group) {
        List<DeviceBuffer<F32>> buffers = buffers(group);
        for (int rank = 0; rank < buffers.size(); rank++) {
            buffers.get(rank).copyFrom(new float[] {1, 2, 3, 4 + rank});
        }
        return buffers;
    }

    private static String fault(Rank rank) {
        try {
            rank.synchronize();
            return "nothing";
        } catch (CollectiveException e) {
            return e.code() + ", a " + e.kind();
        }
    }
}
