package dev.negzero.tests.gpu;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.negzero.annotations.DType;
import dev.negzero.runtime.CapturedCalls;
import dev.negzero.runtime.CollectiveException;
import dev.negzero.runtime.Communicator;
import dev.negzero.runtime.DeviceBuffer;
import dev.negzero.runtime.Elements;
import dev.negzero.runtime.F32;
import dev.negzero.runtime.GroupOptions;
import dev.negzero.runtime.Rank;
import dev.negzero.runtime.StateException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Calls captured in a graph and replayed: G12. */
@Gpu
@Timeout(300)
class CaptureCasesTest {
    private static final int REPLAYS = 100;
    private static final int COUNT = 5003;

    /** An odd number of calls on one set of buffers, whose results must be those of what the input holds now. */
    private static final class Lane {
        private final Fleet fleet;
        private final Rank rank;
        private final DeviceBuffer<?> in;
        private final List<DeviceBuffer<?>> outs = new ArrayList<>();

        Lane(Fleet fleet, Rank rank, DeviceBuffer<?> in, int calls) {
            this.fleet = fleet;
            this.rank = rank;
            this.in = in;
            for (int call = 0; call < calls; call++) {
                outs.add(rank.buffer(Elements.markerOf(in.dtype()), COUNT));
            }
        }

        void call(Communicator communicator, int method) {
            for (DeviceBuffer<?> out : outs) {
                communicator.allReduce(method, in, out, COUNT);
            }
        }

        void prepare(int[] input) {
            Scalar.write(in, input);
            outs.forEach(Scalar::poison);
        }

        void check(int[] expected, String what) {
            for (DeviceBuffer<?> out : outs) {
                assertArrayEquals(expected, Scalar.read(out, COUNT), what + " on rank " + rank.index());
            }
        }

        void round(int method, int[][] input, int[] expected, Runnable issue, String what) {
            prepare(input[rank.index()]);
            issue.run();
            check(expected, what + ", method " + method);
            assertEquals(
                    fleet.plan.methods().get(method).key(),
                    fleet.of(rank).lastCall().method());
        }
    }

    /** Two sets of inputs in turn: the data of the replay before would show. */
    @ParameterizedTest
    @MethodSource("dev.negzero.tests.gpu.Cases#ranksAndDtypes")
    void g12OddNumberOfCalls(int ranks, DType dtype) {
        Random random = Fleet.random();
        try (Fleet fleet = new Fleet(SuitePlans.ways(ranks, dtype))) {
            List<int[][]> inputs = new ArrayList<>();
            List<int[]> expected = new ArrayList<>();
            for (int set = 0; set < 5; set++) {
                inputs.add(fleet.inputs("LAMPORT", COUNT, true, random));
                expected.add(fleet.expected("LAMPORT", inputs.get(set), COUNT));
            }
            for (Way way : Way.values()) {
                int method = fleet.method(way.name()).index();
                fleet.group.run(rank -> replay(fleet, rank, dtype, method, inputs, expected));
            }
        }
    }

    private static void replay(
            Fleet fleet, Rank rank, DType dtype, int method, List<int[][]> inputs, List<int[]> expected) {
        Communicator communicator = fleet.of(rank);
        DeviceBuffer<?> symmetric = rank.symmetricBuffer(Elements.markerOf(dtype), COUNT);
        Lane lane = new Lane(fleet, rank, symmetric, 3);
        Lane eager = new Lane(fleet, rank, rank.buffer(Elements.markerOf(dtype), COUNT), 1);
        try (CapturedCalls captured = rank.capture(() -> lane.call(communicator, method))) {
            for (int replay = 0; replay < REPLAYS; replay++) {
                int set = replay % inputs.size();
                lane.round(method, inputs.get(set), expected.get(set), captured::replay, "replay " + replay);
                for (int call = 0; call < replay % 4; call++) {
                    int other = (replay + call) % inputs.size();
                    int which = (method + call) % Way.values().length;
                    eager.round(
                            which,
                            inputs.get(other),
                            expected.get(other),
                            () -> eager.call(communicator, which),
                            "call behind replay " + replay);
                }
            }
        }
    }

    /** All ways and a barrier in one graph, issued by one thread, rank by rank, many replays deep. */
    @ParameterizedTest
    @MethodSource("dev.negzero.tests.gpu.Cases#ranks")
    void mixedWaysQueuedByOneThread(int ranks) {
        try (Fleet fleet = new Fleet(SuitePlans.ways(ranks, DType.F32))) {
            List<DeviceBuffer<F32>> buffers = new ArrayList<>();
            for (Rank rank : fleet.group.ranks()) {
                buffers.add(rank.buffer(F32.class, COUNT));
            }
            List<CapturedCalls> captured = fleet.group.capture(rank -> {
                DeviceBuffer<F32> buffer = buffers.get(rank.index());
                for (Way way : Way.values()) {
                    fleet.of(rank).allReduce(fleet.method(way.name()).index(), buffer, buffer, COUNT);
                }
                fleet.of(rank).barrier(fleet.method("barrier").index());
            });
            float[] values = new float[COUNT];
            Arrays.fill(values, 1);
            buffers.forEach(buffer -> buffer.copyFrom(values));
            for (CapturedCalls calls : captured) {
                for (int replay = 0; replay < 5; replay++) {
                    calls.replay();
                }
            }
            Arrays.fill(values, repeated(ranks, 5 * Way.values().length));
            for (DeviceBuffer<F32> buffer : buffers) {
                float[] result = new float[COUNT];
                buffer.copyTo(result);
                assertArrayEquals(values, result, 0);
            }
        }
    }

    /** What 1 becomes in so many calls. */
    private static float repeated(int ranks, int calls) {
        float value = 1;
        for (int call = 0; call < calls; call++) {
            float sum = 0;
            for (int rank = 0; rank < ranks; rank++) {
                sum += value;
            }
            value = sum;
        }
        return value;
    }

    /** Buffers closed behind the capture stay; what others allocate then doesn't take their place. */
    @ParameterizedTest
    @EnumSource(Way.class)
    void closedBuffersStay(Way way) {
        Random random = Fleet.random();
        try (Fleet fleet = new Fleet(SuitePlans.ways(3, DType.BF16))) {
            int[][] inputs = fleet.inputs(way.name(), COUNT, true, random);
            int[] expected = fleet.expected(way.name(), inputs, COUNT);
            int method = fleet.method(way.name()).index();
            fleet.group.run(rank -> {
                DeviceBuffer<?> in = rank.symmetricBuffer(Elements.markerOf(DType.BF16), COUNT);
                Lane lane = new Lane(fleet, rank, in, 1);
                lane.prepare(inputs[rank.index()]);
                CapturedCalls captured = rank.capture(() -> lane.call(fleet.of(rank), method));
                in.close();
                for (int i = 0; i < 3; i++) {
                    Scalar.poison(rank.symmetricBuffer(Elements.markerOf(DType.BF16), COUNT));
                }
                captured.replay();
                lane.check(expected, "replay");
                captured.close();
            });
        }
    }

    /** A rank that doesn't replay fails the others; after a reset the graph is refused, and a new one works. */
    @ParameterizedTest
    @EnumSource(Way.class)
    void faultInAReplay(Way way) {
        GroupOptions soon = GroupOptions.defaults().withDeadline(Duration.ofMillis(200));
        try (Fleet fleet = new Fleet(SuitePlans.ways(2, DType.F32), soon)) {
            int method = fleet.method(way.name()).index();
            List<DeviceBuffer<F32>> buffers = new ArrayList<>();
            for (Rank rank : fleet.group.ranks()) {
                buffers.add(rank.buffer(F32.class, COUNT));
            }
            java.util.function.Consumer<Rank> body = rank ->
                    fleet.of(rank).allReduce(method, buffers.get(rank.index()), buffers.get(rank.index()), COUNT);
            List<CapturedCalls> captured = fleet.group.capture(body);
            captured.get(0).replay();
            assertEquals(
                    "NZ701",
                    assertThrows(
                                    CollectiveException.class,
                                    () -> fleet.group.rank(0).synchronize())
                            .code());
            assertThrows(CollectiveException.class, () -> captured.get(1).replay());
            fleet.group.reset();
            assertEquals(
                    "NZ625",
                    assertThrows(StateException.class, () -> captured.get(0).replay())
                            .code());
            captured.forEach(CapturedCalls::close);
            float[] ones = new float[COUNT];
            Arrays.fill(ones, 1);
            buffers.forEach(buffer -> buffer.copyFrom(ones));
            fleet.group.capture(body).forEach(CapturedCalls::replay);
            float[] result = new float[COUNT];
            buffers.get(1).copyTo(result);
            assertEquals(2, result[COUNT - 1]);
        }
    }
}
