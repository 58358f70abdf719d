package dev.negzero.tests.processor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.annotations.AllGather;
import dev.negzero.annotations.AllToAll;
import dev.negzero.annotations.Broadcast;
import dev.negzero.annotations.Collective;
import dev.negzero.annotations.DType;
import dev.negzero.annotations.Gather;
import dev.negzero.annotations.Peer;
import dev.negzero.annotations.Receive;
import dev.negzero.annotations.Reduce;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.annotations.ReduceScatter;
import dev.negzero.annotations.Root;
import dev.negzero.annotations.Scatter;
import dev.negzero.annotations.Send;
import dev.negzero.emit.KernelManifest;
import dev.negzero.plan.MethodPlan;
import dev.negzero.runtime.DeviceBuffer;
import dev.negzero.runtime.Element;
import dev.negzero.runtime.F32;
import dev.negzero.runtime.Group;
import dev.negzero.runtime.I32;
import dev.negzero.runtime.Rank;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A launcher with every collective, made by the processor for this class, on the host engine; and what its text says. */
class EveryLauncherTest {
    private static final int RANKS = 3;

    /** Roots in the annotation and in parameters, which stand anywhere. */
    @Collective(dtype = DType.I32, width = 4, groupSize = RANKS, maxBytes = 1 << 12)
    interface Every extends AutoCloseable {
        @ReduceScatter
        void reduceScatter(DeviceBuffer<I32> in, DeviceBuffer<I32> out, long countPerRank);

        @Reduce(op = ReduceOp.MAX, root = 2)
        void reduceToTwo(DeviceBuffer<I32> in, DeviceBuffer<I32> out, long count);

        @Reduce(dtype = DType.F32)
        void reduce(@Root int root, DeviceBuffer<F32> in, DeviceBuffer<F32> out, long count);

        @AllGather
        void allGather(DeviceBuffer<I32> in, DeviceBuffer<I32> out, long countPerRank);

        @AllGather
        void allGather(DeviceBuffer<I32> in, DeviceBuffer<I32> out, long[] counts);

        @Broadcast
        void broadcast(DeviceBuffer<I32> inOut, @Root int root, long count);

        @Scatter(root = 1)
        void scatter(DeviceBuffer<I32> in, DeviceBuffer<I32> out, long countPerRank);

        @Gather(root = 0)
        void gather(DeviceBuffer<I32> in, DeviceBuffer<I32> out, long countPerRank);

        @AllToAll
        void allToAll(DeviceBuffer<I32> in, DeviceBuffer<I32> out, long countPerPair);

        @AllToAll
        void allToAll(DeviceBuffer<I32> in, DeviceBuffer<I32> out, long[] counts);

        @Send
        void send(@Peer int to, DeviceBuffer<I32> in, long count);

        @Receive
        void receive(DeviceBuffer<I32> out, long count, @Peer int from);

        @Override
        void close();
    }

    private static DeviceBuffer<I32> ints(Rank rank, int... values) {
        DeviceBuffer<I32> buffer = rank.buffer(I32.class, values.length);
        buffer.copyFrom(values);
        return buffer;
    }

    private static <T extends Element> int[] read(DeviceBuffer<T> buffer) {
        int[] values = new int[(int) buffer.count()];
        buffer.copyTo(values);
        return values;
    }

    /** Rank r has r0, r1, r2: what lands where shows in the digits. */
    private static void calls(Rank rank, Every every) {
        int me = rank.index();
        DeviceBuffer<I32> in = ints(rank, me * 10, me * 10 + 1, me * 10 + 2);
        DeviceBuffer<I32> one = ints(rank, -1);
        DeviceBuffer<I32> three = ints(rank, -1, -1, -1);

        every.reduceScatter(in, one, 1);
        assertArrayEquals(new int[] {30 + 3 * me}, read(one));
        every.reduceToTwo(in, three, 3);
        assertArrayEquals(me == 2 ? new int[] {20, 21, 22} : new int[] {-1, -1, -1}, read(three));
        every.allGather(in, three, 1);
        assertArrayEquals(new int[] {0, 10, 20}, read(three));
        every.allGather(in, three, new long[] {0, 2, 1});
        assertArrayEquals(new int[] {10, 11, 20}, read(three));
        every.broadcast(one, 1, 1);
        assertArrayEquals(new int[] {33}, read(one));
        every.scatter(in, one, 1);
        assertArrayEquals(new int[] {10 + me}, read(one));
        every.gather(one, three, 1);
        assertArrayEquals(me == 0 ? new int[] {10, 11, 12} : new int[] {10, 11, 20}, read(three));
        every.allToAll(in, three, 1);
        assertArrayEquals(new int[] {me, 10 + me, 20 + me}, read(three));
        DeviceBuffer<I32> uneven = ints(rank, -1, -1, -1, -1);
        every.allToAll(in, uneven, new long[] {0, 1, 2, 1, 1, 1, 3, 0, 0});
        int[][] expected = {{10, 20, 21, 22}, {0, 11, -1, -1}, {1, 2, 12, -1}};
        assertArrayEquals(expected[me], read(uneven));
        if (me == 0) {
            every.send(2, in, 3);
        } else if (me == 2) {
            every.receive(three, 3, 0);
            assertArrayEquals(new int[] {0, 1, 2}, read(three));
        }
    }

    @Test
    void everyCallDoesWhatItSays() {
        try (Group group = Group.open(RANKS)) {
            group.run(rank -> {
                try (Every every = EveryLauncherTest_EveryLauncher.open(rank)) {
                    calls(rank, every);
                }
            });
        }
    }

    private static final String HEAD = "dtype = DType.F32, width = 4, groupSize = 4";
    private static final String BUFFERS = "DeviceBuffer<F32> in, DeviceBuffer<F32> out";

    @Test
    void theLauncherHandsOnWhatTheRuntimeExpects() {
        String launcher = Compiled.of(Compiled.sums(
                        HEAD,
                        "@AllGather void a(" + BUFFERS + ", long[] counts);",
                        "@Broadcast(root = 3) void b(SymmetricBuffer<F32> x, long count);",
                        "@Reduce(op = ReduceOp.AVG) void c(@Root int root, " + BUFFERS + ", long count);",
                        "@Send void d(@Peer int to, DeviceBuffer<F32> x, long count);",
                        "@Receive void e(DeviceBuffer<F32> x, @Peer int from, long count);"))
                .assertSucceeds()
                .generated("com/acme/SumsLauncher.java");
        List<String> calls = launcher.lines()
                .map(String::strip)
                .filter(line -> line.startsWith("communicator()."))
                .toList();
        assertEquals(
                List.of(
                        "communicator().allGather(0, in, out, counts);",
                        "communicator().broadcast(1, x, count, 3);",
                        "communicator().reduce(2, in, out, count, root);",
                        "communicator().send(3, x, count, to);",
                        "communicator().receive(4, x, count, from);"),
                calls);
        for (String doc : List.of(
                "* All-gather: F32 in packs of 4, protocol AUTO, a count for each rank.",
                "* Broadcast: F32 in packs of 4, protocol AUTO, root 3.",
                "* Reduce: AVG of F32 in packs of 4, protocol AUTO.",
                "* Send: F32 in packs of 4, protocol AUTO.")) {
            assertTrue(launcher.contains(doc), launcher);
        }
    }

    @Test
    void thePlanKnowsCountsAndRoots() {
        String json = Compiled.of(Compiled.sums(
                        HEAD,
                        "@AllGather void a(" + BUFFERS + ", long[] counts);",
                        "@AllToAll void b(" + BUFFERS + ", long[] counts);",
                        "@Gather(root = 3) void c(" + BUFFERS + ", long countPerRank);",
                        "@Gather void d(" + BUFFERS + ", long countPerRank, @Root int root);"))
                .assertSucceeds()
                .generated("META-INF/negzero/com/acme/Sums.json");
        List<MethodPlan> methods = KernelManifest.parse(json).plan().methods();
        assertEquals(
                List.of("PER_RANK -1", "PER_PAIR -1", "ONE 3", "ONE -1"),
                methods.stream().map(m -> m.counts() + " " + m.root()).toList());
    }

    /** All ten markers are known, each as its own dtype. */
    @Test
    void everyMarker() {
        String methods = Stream.of(DType.values())
                .map(dtype ->
                        "@Broadcast(root = 0, dtype = DType.%s, width = %d) void f(DeviceBuffer<%s> x, long count);"
                                .formatted(dtype, 16 / dtype.bytes(), dtype)
                                .replace("void f", "void f" + dtype))
                .collect(Collectors.joining("\n"));
        Compiled.of(Compiled.sums(HEAD, methods)).assertSucceeds();
    }
}
