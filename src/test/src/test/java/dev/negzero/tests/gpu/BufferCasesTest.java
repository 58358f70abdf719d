package dev.negzero.tests.gpu;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.negzero.annotations.DType;
import dev.negzero.runtime.DeviceBuffer;
import dev.negzero.runtime.Element;
import dev.negzero.runtime.Elements;
import dev.negzero.runtime.Rank;
import dev.negzero.runtime.SymmetricBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
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
        List<String> ways = Stream.of(Way.values()).map(Way::name).toList();
        g24(new Fleet(SuitePlans.ways(ranks, dtype)), ways, dtype, values, seed);
        // Many tiles of the staging region: the descriptor's offset and the tile's add up.
        List<String> tiled = List.of(Cases.name(dtype, Way.ONE_STAGE), Cases.name(dtype, Way.TWO_STAGE));
        g24(new Fleet(SuitePlans.smallTiles(ranks)), tiled, dtype, values, seed);
    }

    private static void g24(Fleet opened, List<String> methods, DType dtype, Random values, long seed) {
        try (Fleet fleet = opened) {
            List<int[][]> inputs = new ArrayList<>();
            List<int[]> expected = new ArrayList<>();
            for (int round = 0; round < ROUNDS; round++) {
                int[][] input = fleet.inputs(methods.get(0), COUNT, true, values);
                inputs.add(input);
                expected.add(fleet.expected(methods.get(0), input, COUNT));
            }
            int[] indices = methods.stream()
                    .mapToInt(name -> fleet.method(name).index())
                    .toArray();
            run(fleet, indices, dtype, inputs, expected, seed);
        }
    }

    private static void run(
            Fleet fleet, int[] methods, DType dtype, List<int[][]> inputs, List<int[]> expected, long seed) {
        fleet.group.run(rank -> {
            Class<? extends Element> marker = Elements.markerOf(dtype);
            Random random = new Random(seed + rank.index());
            SymmetricBuffer<?> first = rank.symmetricBuffer(marker, COUNT + 7);
            SymmetricBuffer<?> second = rank.symmetricBuffer(marker, COUNT + 7);
            for (int round = 0; round < inputs.size(); round++) {
                int method = methods[round % methods.length];
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
        try (Fleet fleet = new Fleet(SuitePlans.ways(ranks, dtype))) {
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
