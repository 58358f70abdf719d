package dev.negzero.tests.gpu;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.runtime.DeviceBuffer;
import dev.negzero.runtime.Element;
import dev.negzero.runtime.Elements;
import dev.negzero.runtime.Rank;
import dev.negzero.runtime.SymmetricBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Buffers of every kind, in every combination, reused at once: G11, G14, G24. */
@Gpu
@Timeout(300)
class BufferCasesTest {
    private static final int COUNT = 3001;
    private static final int ROUNDS = 24;

    private static DeviceBuffer<?> choose(Rank rank, SymmetricBuffer<?> symmetric, DType dtype, Random random) {
        DeviceBuffer<?> whole = random.nextBoolean() ? symmetric : rank.buffer(Elements.markerOf(dtype), COUNT + 7);
        return whole.slice(random.nextInt(8), COUNT);
    }

    /** Symmetric or staged, at any element, in place or not, each rank by its own choice. */
    @ParameterizedTest
    @MethodSource("dev.negzero.tests.gpu.Cases#ranksAndDtypes")
    void g14AndG24UnlikeBuffers(int ranks, DType dtype) {
        Random values = Fleet.random();
        long seed = values.nextLong();
        // Two tiles of the staging region: the descriptor's offset and the tile's add up.
        for (long maxBytes : new long[] {4096, 1 << 20}) {
            try (Fleet fleet = new Fleet(plan(ranks, dtype, maxBytes))) {
                List<int[][]> inputs = new ArrayList<>();
                List<int[]> expected = new ArrayList<>();
                for (int round = 0; round < ROUNDS; round++) {
                    int[][] input = fleet.inputs("ONE_STAGE", COUNT, true, values);
                    inputs.add(input);
                    expected.add(fleet.expected("ONE_STAGE", input, COUNT));
                }
                run(fleet, dtype, inputs, expected, seed);
            }
        }
    }

    private static dev.negzero.plan.KernelPlan plan(int ranks, DType dtype, long maxBytes) {
        if (maxBytes > 16 * 1024) {
            return GpuPlans.ways(ranks, dtype, ReduceOp.SUM).maxBytes(maxBytes).plan();
        }
        return GpuPlans.of(ranks)
                .maxBytes(maxBytes)
                .reduce("ONE_STAGE", dtype, ReduceOp.SUM, Way.ONE_STAGE)
                .reduce("TWO_STAGE", dtype, ReduceOp.SUM, Way.TWO_STAGE)
                .plan();
    }

    private static void run(Fleet fleet, DType dtype, List<int[][]> inputs, List<int[]> expected, long seed) {
        fleet.group.run(rank -> {
            Class<? extends Element> marker = Elements.markerOf(dtype);
            Random random = new Random(seed + rank.index());
            SymmetricBuffer<?> first = rank.symmetricBuffer(marker, COUNT + 7);
            SymmetricBuffer<?> second = rank.symmetricBuffer(marker, COUNT + 7);
            for (int round = 0; round < inputs.size(); round++) {
                int method = round % fleet.plan.methods().size();
                DeviceBuffer<?> in = choose(rank, first, dtype, random);
                DeviceBuffer<?> out = random.nextBoolean() ? in : choose(rank, second, dtype, random);
                Scalar.poison(out);
                Scalar.write(in, inputs.get(round)[rank.index()]);
                fleet.of(rank).allReduce(method, in, out, COUNT);
                assertArrayEquals(
                        expected.get(round), Scalar.read(out, COUNT), "round " + round + " rank " + rank.index());
            }
        });
    }

    /** The input is overwritten on the stream right behind the call, while peers may still be at it. */
    @ParameterizedTest
    @MethodSource("dev.negzero.tests.gpu.Cases#ranksAndDtypes")
    void g11InputOverwritten(int ranks, DType dtype) {
        Random values = Fleet.random();
        try (Fleet fleet = new Fleet(GpuPlans.ways(ranks, dtype, ReduceOp.SUM).plan())) {
            int count = 60_000;
            int[][] inputs = fleet.inputs("ONE_STAGE", count, false, values);
            int[] expected = fleet.expected("ONE_STAGE", inputs, count);
            float[] nan = new float[count];
            java.util.Arrays.fill(nan, Float.NaN);
            fleet.group.run(rank -> {
                SymmetricBuffer<?> in = rank.symmetricBuffer(Elements.markerOf(dtype), count);
                DeviceBuffer<?> out = rank.buffer(Elements.markerOf(dtype), count);
                for (int round = 0; round < ROUNDS; round++) {
                    Scalar.write(in, inputs[rank.index()]);
                    fleet.of(rank).allReduce(round % Way.values().length, in, out, count);
                    in.copyFrom(nan);
                    assertArrayEquals(expected, Scalar.read(out, count), "round " + round);
                }
            });
        }
    }
}
