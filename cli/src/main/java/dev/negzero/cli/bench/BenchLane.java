package dev.negzero.cli.bench;

import dev.negzero.runtime.CapturedCalls;
import dev.negzero.runtime.DeviceBuffer;
import dev.negzero.runtime.Element;
import dev.negzero.runtime.Rank;
import java.util.Arrays;

/**
 * One rank's end: what it calls, and its buffers.
 *
 * @param <T> element type
 */
final class BenchLane<T extends Element> {
    private static final int CHUNK = 1 << 16;

    private final Rank rank;
    private final BenchOperation operation;
    private final BenchCalls<T> calls;
    private final DeviceBuffer<T> in;
    private final DeviceBuffer<T> out;

    private BenchLane(
            Rank rank, BenchOperation operation, BenchCalls<T> calls, DeviceBuffer<T> in, DeviceBuffer<T> out) {
        this.rank = rank;
        this.operation = operation;
        this.calls = calls;
        this.in = in;
        this.out = out;
    }

    /** A lane with new buffers, which the group's close frees. */
    static <T extends Element> BenchLane<T> open(
            Rank rank, BenchCalls<T> calls, Class<T> element, BenchOperation operation, long count) {
        int ranks = rank.group().size();
        return new BenchLane<>(
                rank,
                operation,
                calls,
                rank.buffer(element, operation.inputCount(count, ranks)),
                rank.buffer(element, Math.max(1, operation.outputCount(count, ranks, rank.index()))));
    }

    /** Writes this rank's input. */
    void fill() {
        int index = rank.index();
        chunks(in, in.count(), (part, from, values) -> {
            for (int i = 0; i < values.length; i++) {
                values[i] = BenchOperation.input(index, from + i);
            }
            part.copyFrom(values);
            return 0;
        });
    }

    /** Overwrites the result with what no result is. */
    void poison(long count) {
        chunks(out, outputs(count), (part, from, values) -> {
            Arrays.fill(values, Float.NaN);
            part.copyFrom(values);
            return 0;
        });
    }

    /** Elements of the result whose bits are not the expected ones. */
    long wrong(long count) {
        int ranks = rank.group().size();
        return chunks(out, outputs(count), (part, from, values) -> {
            part.copyTo(values);
            long wrong = 0;
            for (int i = 0; i < values.length; i++) {
                float expected = operation.expected(ranks, rank.index(), count, from + i);
                if (Float.floatToRawIntBits(values[i]) != Float.floatToRawIntBits(expected)) {
                    wrong++;
                }
            }
            return wrong;
        });
    }

    private long outputs(long count) {
        return operation.outputCount(count, rank.group().size(), rank.index());
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

    /**
     * Times calls on this rank.
     *
     * @return nanoseconds of each repeat
     */
    long[] time(BenchOptions options, long count) {
        int rounds = options.rounds(count * options.bytesOfOne());
        BenchOperation.Lane<T> lane = new BenchOperation.Lane<>(rank.index(), calls, in, out);
        Runnable call = () -> operation.call(lane, options.protocol(), count);
        if (options.graph() == 0) {
            return time(call, rounds);
        }
        // One for all repeats, and none before it that is still there: where the driver puts a graph moves the time of
        // the shortest calls by some percent. Of the graphs that a rank holds at once the first four take 2.13 us a
        // call, the fifth 2.30: benchmarks/baselines/gpu-graph-places-h200.csv. benchmarks/native/bare.cu does so too.
        try (CapturedCalls graph = rank.capture(() -> repeat(call, options.callsEach()))) {
            return time(graph::replay, rounds);
        }
    }

    /** Makes calls one by one: for the JIT compiler, and so that a GPU's clock has risen before the first timing. */
    void warmUp(BenchOptions options, long count) {
        time(options.oneByOne(), count);
    }

    /** Times work, done as often in each repeat as there are rounds. */
    private long[] time(Runnable work, int rounds) {
        long[] nanos = new long[BenchLanes.REPEATS];
        for (int repeat = 0; repeat < nanos.length; repeat++) {
            repeat(work, 1 + rounds / 10);
            calls.barrier();
            rank.synchronize();
            long start = System.nanoTime();
            repeat(work, rounds);
            rank.synchronize();
            nanos[repeat] = System.nanoTime() - start;
        }
        return nanos;
    }

    private static void repeat(Runnable work, int times) {
        for (int i = 0; i < times; i++) {
            work.run();
        }
    }
}
