package dev.negzero.tests.gpu;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.Protocol;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.runtime.ArgumentException;
import dev.negzero.runtime.BF16;
import dev.negzero.runtime.Communicator;
import dev.negzero.runtime.DeviceBuffer;
import dev.negzero.runtime.Elements;
import dev.negzero.runtime.Rank;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Inputs that broke others, by every way: G1, G2, G5, G6, G7, G10, G15, G16, G17, G22, G27, G28. */
@Gpu
@Timeout(300)
class DataCasesTest {
    private static final int MOST = 4097;
    private static final int BATCH = 64;

    private static Fleet ways(int ranks, DType dtype) {
        return new Fleet(SuitePlans.ways(ranks, dtype));
    }

    private static int negativeSubnormal(DType dtype) {
        return dtype == DType.F32 ? 0x80000001 : 0x8001;
    }

    private static int negativeZero(DType dtype) {
        return dtype == DType.F32 ? 0x80000000 : 0x8000;
    }

    private static void same(Fleet fleet, int bits, int count) {
        int[][] inputs = new int[fleet.group.size()][count];
        for (int[] input : inputs) {
            Arrays.fill(input, bits);
        }
        for (Way way : Way.values()) {
            fleet.check(way.name(), inputs);
        }
    }

    @ParameterizedTest
    @MethodSource("dev.negzero.tests.gpu.Cases#ranksAndDtypes")
    void g1NegativeSubnormals(int ranks, DType dtype) {
        try (Fleet fleet = ways(ranks, dtype)) {
            same(fleet, negativeSubnormal(dtype), 1001);
            // One rank's subnormal among zeros must come through.
            int[][] inputs = new int[ranks][1001];
            Arrays.fill(inputs[ranks - 1], negativeSubnormal(dtype));
            for (Way way : Way.values()) {
                fleet.check(way.name(), inputs);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("dev.negzero.tests.gpu.Cases#ranksAndDtypes")
    void g2NegativeZerosAndEveryPattern(int ranks, DType dtype) {
        try (Fleet fleet = ways(ranks, dtype)) {
            same(fleet, negativeZero(dtype), 2049);
            int shift = dtype == DType.F32 ? 16 : 0;
            int[] every = IntStream.range(0, 1 << 16).map(i -> i << shift).toArray();
            int[][] inputs = new int[ranks][];
            for (int rank = 0; rank < ranks; rank++) {
                inputs[rank] = rank % 2 == 0 ? every : reversed(every);
            }
            for (Way way : Way.values()) {
                fleet.check(way.name(), inputs);
            }
        }
    }

    private static int[] reversed(int[] values) {
        return IntStream.range(0, values.length)
                .map(i -> values[values.length - 1 - i])
                .toArray();
    }

    @ParameterizedTest
    @MethodSource("dev.negzero.tests.gpu.Cases#ranks")
    void g5MixedDtypesBigAndSmall(int ranks) {
        Random random = Fleet.random();
        try (Fleet fleet = new Fleet(SuitePlans.mixed(ranks))) {
            int[] counts = {200_000, 3, 150_000, 1, 64, 99_999};
            for (Way way : Way.values()) {
                for (int call = 0; call < counts.length; call++) {
                    fleet.check(Cases.name(Cases.DTYPES[call % 3], way), counts[call], true, random);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("dev.negzero.tests.gpu.Cases#ranksAndDtypes")
    void g6ShuffledSizes(int ranks, DType dtype) {
        List<Integer> sizes =
                new ArrayList<>(IntStream.rangeClosed(1, MOST).boxed().toList());
        Collections.shuffle(sizes, Fleet.random());
        try (Fleet fleet = ways(ranks, dtype)) {
            fleet.group.run(rank -> {
                DeviceBuffer<?> in = rank.buffer(Elements.markerOf(dtype), 2 * MOST);
                DeviceBuffer<?> out = rank.buffer(Elements.markerOf(dtype), (long) MOST * BATCH);
                float[] values = new float[2 * MOST];
                for (int i = 0; i < values.length; i++) {
                    values[i] = small(rank.index(), i);
                }
                in.copyFrom(values);
                for (int first = 0; first < sizes.size(); first += BATCH) {
                    List<Integer> batch = sizes.subList(first, Math.min(first + BATCH, sizes.size()));
                    shuffledBatch(fleet, rank, in, out, batch, first);
                }
            });
        }
    }

    /** Calls of one size each, the outputs behind each other, each from another place in the input. */
    private static void shuffledBatch(
            Fleet fleet, Rank rank, DeviceBuffer<?> in, DeviceBuffer<?> out, List<Integer> sizes, int first) {
        long at = 0;
        for (int call = 0; call < sizes.size(); call++) {
            int method = (first + call) % Way.values().length;
            int from = (first + call) * 7 % MOST;
            fleet.of(rank)
                    .allReduce(
                            method, in.slice(from, sizes.get(call)), out.slice(at, sizes.get(call)), sizes.get(call));
            at += sizes.get(call);
        }
        float[] result = new float[(int) at];
        out.copyTo(result);
        int next = 0;
        for (int call = 0; call < sizes.size(); call++) {
            int from = (first + call) * 7 % MOST;
            for (int i = 0; i < sizes.get(call); i++, next++) {
                float expected = 0;
                for (int peer = 0; peer < fleet.group.size(); peer++) {
                    expected += small(peer, from + i);
                }
                if (result[next] != expected) {
                    assertEquals(expected, result[next], "call " + (first + call) + ", element " + i);
                }
            }
        }
    }

    /** Small, so that sums are exact in every dtype. */
    private static float small(int rank, int i) {
        return (i * 7 + rank * 3) % 11;
    }

    @ParameterizedTest
    @MethodSource("dev.negzero.tests.gpu.Cases#ranksAndDtypes")
    void g7AlternatingWays(int ranks, DType dtype) {
        Random random = Fleet.random();
        try (Fleet fleet = ways(ranks, dtype)) {
            for (int call = 0; call < 60; call++) {
                Way way = Way.values()[random.nextInt(Way.values().length)];
                fleet.check(way.name(), 1 + random.nextInt(30_000), true, random);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("dev.negzero.tests.gpu.Cases#ranksAndDtypes")
    void g10SameRowsInTensorsOfDifferentSize(int ranks, DType dtype) {
        Random random = Fleet.random();
        try (Fleet fleet = ways(ranks, dtype)) {
            int[][] large = fleet.inputs("LAMPORT", 262_144, false, random);
            int[][] small = new int[ranks][];
            for (int rank = 0; rank < ranks; rank++) {
                small[rank] = Arrays.copyOf(large[rank], 1000);
            }
            // Each is compared with the same scalar reference, whose first rows are equal.
            for (Way way : Way.values()) {
                fleet.check(way.name(), large);
                fleet.check(way.name(), small);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("dev.negzero.tests.gpu.Cases#ranksAndDtypes")
    void g15TinyMessages(int ranks, DType dtype) {
        Random random = Fleet.random();
        try (Fleet fleet = ways(ranks, dtype)) {
            for (int count = 0; count <= 2 * ranks; count++) {
                fleet.checkAll(count, true, random, Way.values());
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"LAMPORT", "MAILBOX", "ONE_STAGE", "TWO_STAGE"})
    void g16HalfSumsPassTheLargestHalf(Way way) {
        try (Fleet fleet = ways(3, DType.F16)) {
            fleet.group.run(rank -> {
                var in = rank.buffer(dev.negzero.runtime.F16.class, 3);
                in.copyFrom(new float[] {
                    rank.index() == 2 ? -60000 : 60000, rank.index(), 1,
                });
                fleet.of(rank).allReduce(fleet.method(way.name()).index(), in, in, 3);
                float[] out = new float[3];
                in.copyTo(out);
                assertArrayEquals(new float[] {60000, 3, 3}, out);
            });
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 5, 6, 7, 9, 16})
    void g17GroupSizes(int ranks) {
        Random random = Fleet.random();
        try (Fleet fleet = ways(ranks, DType.BF16)) {
            fleet.checkAll(10_007, true, random, Way.values());
        }
    }

    @Test
    void g22LongerThanTheRegion() {
        try (Fleet fleet = new Fleet(SuitePlans.limits())) {
            int count = 40_000;
            fleet.group.run(rank -> {
                DeviceBuffer<BF16> buffer = rank.buffer(BF16.class, count);
                Communicator communicator = fleet.of(rank);
                ArgumentException thrown = assertThrows(
                        ArgumentException.class,
                        () -> communicator.allReduce(fleet.method("byName").index(), buffer, buffer, count));
                assertEquals("NZ612", thrown.code());
            });
            fleet.check("auto", count, true, Fleet.random());
            assertEquals(
                    Protocol.SIGNAL,
                    fleet.communicators.get(0).lastCall().algorithm().protocol());
        }
    }

    @ParameterizedTest
    @MethodSource("dev.negzero.tests.gpu.Cases#ranks")
    void g27SignOfZero(int ranks) {
        for (ReduceOp op : new ReduceOp[] {ReduceOp.AVG, ReduceOp.PROD}) {
            try (Fleet fleet = new Fleet(SuitePlans.ways(ranks, DType.BF16, op))) {
                int[][] inputs = new int[ranks][100];
                for (int[] input : inputs) {
                    // -2^-133, the smallest subnormal.
                    Arrays.fill(input, 0x8001);
                }
                for (Way way : Way.values()) {
                    fleet.check(way.name(), inputs);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("dev.negzero.tests.gpu.Cases#ranks")
    void g28WiderTypeOnClearedSlots(int ranks) {
        Random random = Fleet.random();
        try (Fleet fleet = new Fleet(SuitePlans.mixed(ranks))) {
            for (int round = 0; round < 10; round++) {
                fleet.check(Cases.name(DType.BF16, Way.LAMPORT), 1 + random.nextInt(5000), true, random);
                fleet.check(Cases.name(DType.F32, Way.LAMPORT), 1 + random.nextInt(5000), true, random);
            }
        }
    }
}
