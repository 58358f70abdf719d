package dev.negzero.cli.bench;

import dev.negzero.runtime.BF16;
import dev.negzero.runtime.DeviceBuffer;
import dev.negzero.runtime.Group;
import dev.negzero.runtime.Launchers;
import dev.negzero.runtime.Rank;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * What it takes to make one all-reduce and wait for it, on a machine with a GPU: two ranks, each on its thread, start behind a
 * barrier. Prints, for each size in bytes, the median of the calls on the slower rank in us.
 */
final class SyncCost {
    private static final List<Long> COUNTS = List.of(512L, 1L << 16, 1L << 22);
    private static final int CALLS = 2000;

    private SyncCost() {}

    public static void main(String[] args) {
        try (Group group = Group.open(2)) {
            for (long count : COUNTS) {
                double[] medians = new double[2];
                group.run(rank -> medians[rank.index()] = median(rank, count));
                System.out.printf(Locale.ROOT, "%d,%.2f%n", count * 2, Math.max(medians[0], medians[1]));
            }
        }
    }

    private static double median(Rank rank, long count) {
        BenchCalls<BF16> calls = Launchers.open(BenchInterfaces.OF_BF16.get(0), rank);
        DeviceBuffer<BF16> in = rank.buffer(BF16.class, count);
        DeviceBuffer<BF16> out = rank.buffer(BF16.class, count);
        double[] micros = new double[CALLS];
        for (int call = 0; call < CALLS; call++) {
            calls.barrier();
            rank.synchronize();
            long start = System.nanoTime();
            calls.auto(in, out, count);
            rank.synchronize();
            micros[call] = (System.nanoTime() - start) / 1e3;
        }
        Arrays.sort(micros);
        return micros[CALLS / 2];
    }
}
