package dev.negzero.cli.bench;

import dev.negzero.runtime.DeviceBuffer;
import dev.negzero.runtime.Element;
import dev.negzero.runtime.Launchers;
import dev.negzero.runtime.Rank;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;

/**
 * One rank's end: an opened launcher and its buffers. Inputs are small whole numbers, so that the expected sums are exact
 * in every type.
 *
 * @param <T> element type
 */
final class BenchLane<T extends Element> {
    private static final int CHUNK = 1 << 16;

    private final Rank rank;
    private final BenchCalls<T> calls;
    private final DeviceBuffer<T> in;
    private final DeviceBuffer<T> out;

    private BenchLane(Rank rank, BenchCalls<T> calls, DeviceBuffer<T> in, DeviceBuffer<T> out) {
        this.rank = rank;
        this.calls = calls;
        this.in = in;
        this.out = out;
    }

    /** Opens the launcher; every rank does so on its own thread. The group's close frees what it holds. */
    static <T extends Element> BenchLane<T> open(
            Rank rank, Class<? extends BenchCalls<T>> type, Class<T> element, long count) {
        return new BenchLane<>(
                rank, Launchers.open(type, rank), rank.buffer(element, count), rank.buffer(element, count));
    }

    /** The lane of a rank. */
    static <T extends Element> BenchLane<T> of(Map<Integer, BenchLane<T>> lanes, Rank rank) {
        return Objects.requireNonNull(lanes.get(rank.index()));
    }

    /** Writes this rank's input. */
    void fill() {
        int index = rank.index();
        chunks(in, in.count(), (part, from, values) -> {
            for (int i = 0; i < values.length; i++) {
                values[i] = input(index, from + i);
            }
            part.copyFrom(values);
            return 0;
        });
    }

    /** Overwrites the result with what no sum is. */
    void poison(long count) {
        chunks(out, count, (part, from, values) -> {
            Arrays.fill(values, Float.NaN);
            part.copyFrom(values);
            return 0;
        });
    }

    /** Elements of the result whose bits are not those of the sum. */
    long wrong(long count) {
        int ranks = rank.group().size();
        return chunks(out, count, (part, from, values) -> {
            part.copyTo(values);
            long wrong = 0;
            for (int i = 0; i < values.length; i++) {
                if (Float.floatToRawIntBits(values[i]) != Float.floatToRawIntBits(sum(ranks, from + i))) {
                    wrong++;
                }
            }
            return wrong;
        });
    }

    private interface Chunk<T extends Element> {
        long apply(DeviceBuffer<T> part, long from, float[] values);
    }

    private static <T extends Element> long chunks(DeviceBuffer<T> buffer, long count, Chunk<T> chunk) {
        long total = 0;
        for (long from = 0; from < count; from += CHUNK) {
            int length = (int) Math.min(CHUNK, count - from);
            total += chunk.apply(buffer.slice(from, length), from, new float[length]);
        }
        return total;
    }

    private static int input(int rank, long i) {
        return (int) ((i * 7 + rank * 13L) % 17) - 8;
    }

    private static float sum(int ranks, long i) {
        int sum = 0;
        for (int rank = 0; rank < ranks; rank++) {
            sum += input(rank, i);
        }
        return sum;
    }

    /**
     * Times calls on this rank.
     *
     * @param calls in each timing
     * @return nanoseconds of each repeat
     */
    long[] time(BenchOptions options, long count, int calls) {
        Runnable call = call(options, count);
        long[] nanos = new long[Bench.REPEATS];
        // The first round warms up.
        for (int repeat = -1; repeat < nanos.length; repeat++) {
            this.calls.barrier();
            rank.synchronize();
            long start = System.nanoTime();
            for (int i = 0; i < calls; i++) {
                call.run();
            }
            rank.synchronize();
            if (repeat >= 0) {
                nanos[repeat] = System.nanoTime() - start;
            }
        }
        return nanos;
    }

    private Runnable call(BenchOptions options, long count) {
        if (options.operation() == BenchOperation.BARRIER) {
            return calls::barrier;
        }
        return switch (options.protocol()) {
            case AUTO -> () -> calls.auto(in, out, count);
            case LAMPORT -> () -> calls.lamport(in, out, count);
            case SIGNAL -> () -> calls.signal(in, out, count);
            case MAILBOX -> () -> calls.mailbox(in, out, count);
        };
    }
}
