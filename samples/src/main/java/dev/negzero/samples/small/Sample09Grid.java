package dev.negzero.samples.small;

import dev.negzero.annotations.AllGather;
import dev.negzero.annotations.AllReduce;
import dev.negzero.annotations.Collective;
import dev.negzero.annotations.DType;
import dev.negzero.annotations.ReduceScatter;
import dev.negzero.runtime.DeviceBuffer;
import dev.negzero.runtime.F32;
import dev.negzero.runtime.Group;
import dev.negzero.runtime.Rank;
import java.io.PrintStream;
import java.util.Arrays;

/**
 * Subgroups: four ranks as a grid of two rows and two columns. Each row shares the work of a sum, the columns add what the
 * rows have, and each row gathers the whole. Only half of the elements cross from row to row.
 */
public final class Sample09Grid {
    private static final int SIDE = 2;
    private static final int COUNT = 4;
    private static final int PART = COUNT / SIDE;

    /** What a row or a column does together: it is as large as the side of the grid. */
    @Collective(dtype = DType.F32, width = 4, groupSize = SIDE)
    public interface Line {
        /** Each rank gets its part of the sums. */
        @ReduceScatter
        void share(DeviceBuffer<F32> in, DeviceBuffer<F32> out, long countPerRank);

        /** Every rank gets the sums. */
        @AllReduce
        void sum(DeviceBuffer<F32> in, DeviceBuffer<F32> out, long count);

        /** Every rank gets all parts. */
        @AllGather
        void gather(DeviceBuffer<F32> in, DeviceBuffer<F32> out, long countPerRank);
    }

    private Sample09Grid() {}

    /** Runs the sample; takes no arguments. */
    public static void main(String[] args) {
        run(System.out);
    }

    /** Runs the sample and prints what each rank had after each step. */
    public static void run(PrintStream out) {
        String[] lines = new String[SIDE * SIDE];
        try (Group group = Group.open(lines.length)) {
            group.run(rank -> lines[rank.index()] = steps(rank));
        }
        for (String line : lines) {
            out.println(line);
        }
    }

    private static String steps(Rank rank) {
        int row = rank.index() / SIDE;
        int column = rank.index() % SIDE;
        // Ranks that name the same colour are a group. Each split is a group of its own, whatever its colours.
        Rank inRow = rank.split(row);
        Rank inColumn = rank.split(column);
        try (var rows = Sample09Grid_LineLauncher.open(inRow);
                var columns = Sample09Grid_LineLauncher.open(inColumn);
                var values = rank.buffer(F32.class, COUNT);
                var part = rank.buffer(F32.class, PART)) {
            // Each rank counts in a decimal place of its own, so that a sum shows who is in it.
            float one = (float) Math.pow(10, rank.index());
            values.copyFrom(new float[] {one, 2 * one, 3 * one, 4 * one});
            rows.share(values, part, PART);
            String shared = text(part);
            columns.sum(part, part, PART);
            rows.gather(part, values, PART);
            return "row " + row + ", column " + column + ": shared " + shared + ", gathered " + text(values);
        }
    }

    private static String text(DeviceBuffer<F32> buffer) {
        float[] values = new float[(int) buffer.count()];
        buffer.copyTo(values);
        return Arrays.toString(values);
    }
}
