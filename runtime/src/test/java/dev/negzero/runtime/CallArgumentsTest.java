package dev.negzero.runtime;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.annotations.Protocol;
import dev.negzero.plan.CallLayout;
import dev.negzero.plan.KernelPlan;
import dev.negzero.runtime.engine.Memory;
import dev.negzero.runtime.engine.RecordedCall;
import dev.negzero.spec.Operation;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What of a call reaches the engine, looked at in a recording; rank 1 of 3 makes it. */
class CallArgumentsTest {
    private static final int RANKS = 3;
    private static final int ME = 1;

    private KernelPlan plan;
    private Group group;
    private Communicator me;
    private DeviceBuffer<F32> a;
    private DeviceBuffer<F32> b;

    @BeforeEach
    void open() {
        plan = EveryMethod.plan(RANKS, Protocol.AUTO, 1 << 20);
        group = Group.open(RANKS);
        me = Communicator.openAll(group, plan, "digest").get(ME);
        a = group.rank(ME).buffer(F32.class, 100);
        b = group.rank(ME).buffer(F32.class, 100);
    }

    @AfterEach
    void close() {
        group.close();
    }

    private int index(String name) {
        return Plans.index(plan, name);
    }

    private Recording record(Runnable calls) {
        Recording recording = new Recording(group.rank(ME));
        group.captures().begin(recording);
        try {
            calls.run();
        } finally {
            group.captures().end();
            recording.release();
        }
        return recording;
    }

    private RecordedCall one(Runnable call) {
        List<RecordedCall> calls = record(call).calls();
        assertEquals(1, calls.size());
        return calls.get(0);
    }

    private static void arguments(
            RecordedCall call, Memory in, long inAt, Memory out, long outAt, long count, int root) {
        assertSame(in, call.in());
        assertEquals(inAt, call.inOffset());
        assertSame(out, call.out());
        assertEquals(outAt, call.outOffset());
        assertEquals(count, call.count());
        assertEquals(root, call.root());
    }

    @Test
    void inputAndOutput() {
        DeviceBuffer<F32> part = a.slice(3, 60);
        arguments(
                one(() -> me.reduceScatter(index("reduceScatter"), part, b, 20)),
                a.memory(),
                12,
                b.memory(),
                0,
                20,
                CallLayout.NO_ROOT);
        arguments(
                one(() -> me.allToAll(index("allToAll"), b, part, 20)),
                b.memory(),
                0,
                a.memory(),
                12,
                20,
                CallLayout.NO_ROOT);
    }

    @Test
    void broadcastIsOneBuffer() {
        DeviceBuffer<F32> part = a.slice(5, 10);
        for (int root = 0; root < RANKS; root++) {
            int named = root;
            arguments(
                    one(() -> me.broadcast(index("broadcast"), part, 10, named)),
                    a.memory(),
                    20,
                    a.memory(),
                    20,
                    10,
                    root);
        }
        arguments(one(() -> me.broadcast(index("broadcast1"), a, 10, 1)), a.memory(), 0, a.memory(), 0, 10, 1);
    }

    /** What a rank doesn't use may be missing, too short, of another type, closed or in the way. */
    @ParameterizedTest
    @ValueSource(ints = {0, 2})
    void whatOnlyTheRootUsesIsIgnoredElsewhere(int root) {
        DeviceBuffer<I8> closed = group.rank(ME).buffer(I8.class, 1);
        closed.close();
        for (DeviceBuffer<?> ignored : java.util.Arrays.asList(null, closed, a.slice(1, 1))) {
            arguments(one(() -> me.reduce(index("reduce"), a, ignored, 100, root)), a.memory(), 0, null, 0, 100, root);
            arguments(one(() -> me.gather(index("gather"), a, ignored, 100, root)), a.memory(), 0, null, 0, 100, root);
            arguments(
                    one(() -> me.scatter(index("scatter"), ignored, b, 100, root)), null, 0, b.memory(), 0, 100, root);
        }
    }

    @Test
    void theRootUsesBoth() {
        arguments(one(() -> me.reduce(index("reduce"), a, b, 9, ME)), a.memory(), 0, b.memory(), 0, 9, ME);
        arguments(one(() -> me.gather(index("gather"), a, b, 9, ME)), a.memory(), 0, b.memory(), 0, 9, ME);
        arguments(one(() -> me.scatter(index("scatter"), a, b, 9, ME)), a.memory(), 0, b.memory(), 0, 9, ME);
    }

    @Test
    void handOffsHaveAPeer() {
        arguments(one(() -> me.send(index("send"), a, 9, 2)), a.memory(), 0, null, 0, 9, 2);
        arguments(one(() -> me.receive(index("receive"), b, 9, 0)), null, 0, b.memory(), 0, 9, 0);
    }

    /** Segments of 10 elements, and of 7, 5 and 2. */
    @Test
    void inPlace() {
        int bytes = 40;
        Memory memory = a.memory();
        int none = CallLayout.NO_ROOT;
        DeviceBuffer<F32> own = a.slice(10, 10);
        arguments(one(() -> me.reduceScatter(index("reduceScatter"), a, own, 10)), memory, 0, memory, bytes, 10, none);
        arguments(one(() -> me.reduce(index("reduce"), a, a, 10, ME)), memory, 0, memory, 0, 10, ME);
        arguments(one(() -> me.allGather(index("allGather"), own, a, 10)), memory, bytes, memory, 0, 10, none);
        arguments(one(() -> me.scatter(index("scatter"), a, own, 10, ME)), memory, 0, memory, bytes, 10, ME);
        arguments(one(() -> me.gather(index("gather"), own, a, 10, ME)), memory, bytes, memory, 0, 10, ME);
        arguments(one(() -> me.allToAll(index("allToAll"), a, a, 10)), memory, 0, memory, 0, 10, none);
        long[] counts = {7, 5, 2};
        arguments(
                one(() -> me.allGather(index("allGatherCounts"), a.slice(7, 5), a, counts)),
                memory,
                28,
                memory,
                0,
                7,
                none);
    }

    /** Ranges of one buffer that meet at an edge don't overlap, in either order. */
    @Test
    void neighbours() {
        assertEquals(
                30 * 4,
                one(() -> me.reduceScatter(index("reduceScatter"), a, a.slice(30, 10), 10))
                        .outOffset());
        assertEquals(
                10 * 4,
                one(() -> me.reduceScatter(index("reduceScatter"), a.slice(10, 30), a, 10))
                        .inOffset());
        long[] counts = {0, 0, 0, 1, 2, 3, 0, 0, 0};
        assertEquals(
                6 * 4,
                one(() -> me.allToAll(index("allToAllCounts"), a, a.slice(6, 2), counts))
                        .outOffset());
        assertEquals(
                2 * 4,
                one(() -> me.allToAll(index("allToAllCounts"), a.slice(2, 6), a, counts))
                        .inOffset());
    }

    @Test
    void countsAreCopied() {
        long[] counts = {1, 2, 3};
        RecordedCall call = one(() -> me.allGather(index("allGatherCounts"), a, b, counts));
        counts[0] = 99;
        assertArrayEquals(new long[] {1, 2, 3}, call.counts());
        assertEquals(3, call.count());
        long[] pairs = {0, 1, 2, 3, 4, 5, 6, 7, 8};
        assertEquals(
                8, one(() -> me.allToAll(index("allToAllCounts"), a, b, pairs)).count());
        assertNull(one(() -> me.allToAll(index("allToAll"), a, b, 1)).counts());
    }

    /** The longest segment decides, as all ranks know it; what this rank sends itself doesn't. */
    @Test
    void theLongestSegmentPicksTheAlgorithm() {
        long[] counts = {1 << 20, 1, 1};
        RecordedCall call = one(() -> {
            try (DeviceBuffer<F32> large = group.rank(ME).buffer(F32.class, (1 << 20) + 2)) {
                me.allGather(index("allGatherCounts"), a, large, counts);
            }
        });
        assertEquals("signal_one_stage", call.variant().algorithm().id());
        RecordedCall few = one(() -> me.allGather(index("allGatherCounts"), a, b, new long[] {1, 1, 1}));
        assertEquals("mailbox_one_shot", few.variant().algorithm().id());
    }

    @Test
    void zeroElementsAreNoCall() {
        Recording recording = record(() -> {
            me.allReduce(index("allReduce"), a, b, 0);
            me.reduceScatter(index("reduceScatter"), a, a, 0);
            me.reduce(index("reduce"), a, null, 0, 0);
            me.allGather(index("allGather"), a, a, 0);
            me.allGather(index("allGatherCounts"), a, b, new long[RANKS]);
            me.broadcast(index("broadcast"), a, 0, 0);
            me.scatter(index("scatter"), null, a, 0, 0);
            me.gather(index("gather"), a, null, 0, 0);
            me.allToAll(index("allToAll"), a, b, 0);
            me.allToAll(index("allToAllCounts"), a, b, new long[RANKS * RANKS]);
            me.send(index("send"), a, 0, 0);
            me.receive(index("receive"), a, 0, 0);
        });
        assertEquals(List.of(), recording.calls());
    }

    /** Ranks compare what they capture; of a hand-off only two ranks know, and they call different methods. */
    @Test
    void whatRanksCompareOfACapture() {
        String text = record(() -> {
                    me.broadcast(index("broadcast"), a, 3, 2);
                    me.allGather(index("allGatherCounts"), a, b, new long[] {1, 0, 4});
                    me.send(index("send"), a, 3, 0);
                })
                .text();
        assertTrue(text.contains("; broadcast() "), text);
        assertTrue(text.contains(" x 3 root 2 by mailbox_one_shot"), text);
        assertTrue(text.contains(" x 4 of [1, 0, 4] by mailbox_one_shot"), text);
        assertFalse(text.contains("send"), text);
    }

    @Test
    void everyOperationHasAMethod() {
        Recording recording = record(() -> {
            me.allReduce(index("allReduce"), a, b, 1);
            me.reduceScatter(index("reduceScatter"), a, b, 1);
            me.reduce(index("reduce"), a, b, 1, 0);
            me.allGather(index("allGather"), a, b, 1);
            me.broadcast(index("broadcast"), a, 1, 0);
            me.scatter(index("scatter"), a, b, 1, 0);
            me.gather(index("gather"), a, b, 1, 0);
            me.allToAll(index("allToAll"), a, b, 1);
            me.send(index("send"), a, 1, 0);
            me.receive(index("receive"), b, 1, 0);
            me.barrier(index("barrier"));
        });
        assertEquals(
                List.of(Operation.values()),
                recording.calls().stream()
                        .map(call -> call.method().operation())
                        .toList());
    }
}
