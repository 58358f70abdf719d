package dev.negzero.runtime;

import static org.junit.jupiter.api.Assertions.fail;

import java.util.Arrays;

/**
 * Calls whose results are known without a reference: rank r's element i of call k is a small whole number, exact in F32,
 * that differs from call to call, so that a stale result shows.
 */
final class Counting {
    private final Rank rank;
    private final DeviceBuffer<F32> in;
    private final DeviceBuffer<F32> out;
    private final float[] values;

    Counting(Rank rank, int capacity) {
        this(rank, rank.buffer(F32.class, capacity), rank.buffer(F32.class, capacity));
    }

    Counting(Rank rank, DeviceBuffer<F32> in, DeviceBuffer<F32> out) {
        this.rank = rank;
        this.in = in;
        this.out = out;
        values = new float[(int) in.count()];
    }

    private static int value(int call, int rank, int i) {
        return (call * 37 + rank * 1009 + i * 7) % 4001;
    }

    /** Makes call number {@code call} and checks every element of its result. */
    void check(Communicator communicator, int method, int call, int count) {
        float[] exact = count == values.length ? values : new float[count];
        for (int i = 0; i < count; i++) {
            exact[i] = value(call, rank.index(), i);
        }
        in.copyFrom(exact);
        communicator.allReduce(method, in, out, count);
        Arrays.fill(exact, Float.NaN);
        out.copyTo(exact);
        for (int i = 0; i < count; i++) {
            int expected = 0;
            for (int peer = 0; peer < rank.group().size(); peer++) {
                expected += value(call, peer, i);
            }
            if (expected != exact[i]) {
                fail("call " + call + " count " + count + " element " + i + ": " + exact[i] + " for " + expected);
            }
        }
    }
}
