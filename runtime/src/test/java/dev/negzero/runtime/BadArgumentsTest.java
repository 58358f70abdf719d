package dev.negzero.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.negzero.annotations.Protocol;
import dev.negzero.plan.KernelPlan;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Wrong arguments of each collective, on rank 1 of 3, are refused with their whole text before anything is enqueued. */
class BadArgumentsTest {
    private static final int RANKS = 3;
    private static final int ME = 1;
    private static final String HELD = "is DeviceBuffer<F32>[100] of rank 1; pass at most the buffer's count";
    private static final String RANGES =
            "; pass the ranges of the operation's in-place form, or ranges that don't touch";

    private KernelPlan plan;
    private Group group;
    private Communicator me;
    private DeviceBuffer<F32> buffer;
    private DeviceBuffer<F32> other;

    @BeforeEach
    void open() {
        plan = EveryMethod.plan(RANKS, Protocol.AUTO, 1 << 20);
        group = Group.open(RANKS);
        me = Communicator.openAll(group, plan, "digest").get(ME);
        buffer = group.rank(ME).buffer(F32.class, 100);
        other = group.rank(ME).buffer(F32.class, 100);
    }

    @AfterEach
    void nothingWasEnqueued() {
        assertNull(me.lastCall());
        group.close();
    }

    private int index(String name) {
        return Plans.index(plan, name);
    }

    private static void argument(String text, Executable call) {
        assertEquals(text, assertThrows(ArgumentException.class, call).getMessage());
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 3, 255})
    void roots(int root) {
        String found = "NZ629: the root is no rank that this call can have; found root " + root + " of 3 ranks for ";
        String cure = "; pass a rank of the group, the same on all ranks";
        argument(found + "reduce()" + cure, () -> me.reduce(index("reduce"), buffer, other, 1, root));
        argument(found + "broadcast()" + cure, () -> me.broadcast(index("broadcast"), buffer, 1, root));
        argument(found + "scatter()" + cure, () -> me.scatter(index("scatter"), buffer, other, 1, root));
        argument(found + "gather()" + cure, () -> me.gather(index("gather"), buffer, other, 1, root));
    }

    @Test
    void aRootThatIsNotTheAnnotations() {
        argument(
                "NZ629: the root is no rank that this call can have; found root 2 for broadcast1(), whose annotation names"
                        + " root 1; pass a rank of the group, the same on all ranks",
                () -> me.broadcast(index("broadcast1"), buffer, 1, 2));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 3, ME})
    void peers(int peer) {
        String found = "NZ630: a hand-off needs another rank of the group; found peer " + peer + " of 3 ranks for ";
        String cure = " on rank 1; pass the number of a rank, and not the calling one's";
        argument(found + "send()" + cure, () -> me.send(index("send"), buffer, 1, peer));
        argument(found + "receive()" + cure, () -> me.receive(index("receive"), buffer, 1, peer));
    }

    @Test
    @SuppressWarnings("NullAway")
    void nullBuffersThatTheRankNeeds() {
        String found = "NZ605: a buffer is null; found null for ";
        String cure = "; pass a buffer of the calling rank";
        argument(
                found + "in of reduceScatter()" + cure, () -> me.reduceScatter(index("reduceScatter"), null, other, 1));
        argument(
                found + "out of reduceScatter()" + cure,
                () -> me.reduceScatter(index("reduceScatter"), buffer, null, 1));
        argument(found + "in of reduce()" + cure, () -> me.reduce(index("reduce"), null, other, 1, 0));
        argument(found + "out of reduce()" + cure, () -> me.reduce(index("reduce"), buffer, null, 1, ME));
        argument(found + "in of allGather()" + cure, () -> me.allGather(index("allGather"), null, other, 1));
        argument(found + "out of allGather()" + cure, () -> me.allGather(index("allGather"), buffer, null, 1));
        argument(found + "inOut of broadcast()" + cure, () -> me.broadcast(index("broadcast"), null, 1, 0));
        argument(found + "in of scatter()" + cure, () -> me.scatter(index("scatter"), null, other, 1, ME));
        argument(found + "out of scatter()" + cure, () -> me.scatter(index("scatter"), buffer, null, 1, 0));
        argument(found + "in of gather()" + cure, () -> me.gather(index("gather"), null, other, 1, 0));
        argument(found + "out of gather()" + cure, () -> me.gather(index("gather"), buffer, null, 1, ME));
        argument(found + "in of allToAll()" + cure, () -> me.allToAll(index("allToAll"), null, other, 1));
        argument(found + "out of allToAll()" + cure, () -> me.allToAll(index("allToAll"), buffer, null, 1));
        argument(found + "in of send()" + cure, () -> me.send(index("send"), null, 1, 0));
        argument(found + "out of receive()" + cure, () -> me.receive(index("receive"), null, 1, 0));
    }

    @Test
    void negativeCounts() {
        String found = "NZ609: the count is negative; found count -1 for ";
        String cure = "; pass the number of elements, 0 or more";
        argument(found + "scatter()" + cure, () -> me.scatter(index("scatter"), buffer, other, -1, 0));
        argument(found + "receive()" + cure, () -> me.receive(index("receive"), other, -1, 0));
        argument(
                "NZ609: the count is negative; found counts[2] = -5 for allGatherCounts()" + cure,
                () -> me.allGather(index("allGatherCounts"), buffer, other, new long[] {1, 2, -5}));
    }

    /** 34 elements for each of three ranks are two more than there are. */
    @Test
    void countsBeyondASegmentedBuffer() {
        String found = "NZ610: the count is beyond the buffer; found count 34 for ";
        String take = ", which take 102 elements, ";
        argument(
                found + "reduceScatter()" + take + "in " + HELD,
                () -> me.reduceScatter(index("reduceScatter"), buffer, other, 34));
        argument(
                found + "allGather()" + take + "out " + HELD,
                () -> me.allGather(index("allGather"), buffer, other, 34));
        argument(found + "scatter()" + take + "in " + HELD, () -> me.scatter(index("scatter"), buffer, other, 34, ME));
        argument(found + "gather()" + take + "out " + HELD, () -> me.gather(index("gather"), buffer, other, 34, ME));
        argument(found + "allToAll()" + take + "in " + HELD, () -> me.allToAll(index("allToAll"), buffer, other, 34));
    }

    @Test
    void countsBeyondABuffer() {
        String found = "NZ610: the count is beyond the buffer; found count 101 for ";
        argument(found + "reduce(), in " + HELD, () -> me.reduce(index("reduce"), buffer, other, 101, 0));
        argument(found + "broadcast(), inOut " + HELD, () -> me.broadcast(index("broadcast"), buffer, 101, 0));
        argument(found + "scatter(), out " + HELD, () -> me.scatter(index("scatter"), null, other, 101, 0));
        argument(found + "gather(), in " + HELD, () -> me.gather(index("gather"), buffer, null, 101, 0));
        argument(found + "send(), in " + HELD, () -> me.send(index("send"), buffer, 101, 0));
        argument(found + "receive(), out " + HELD, () -> me.receive(index("receive"), other, 101, 0));
    }

    @Test
    void productsBeyondALong() {
        argument(
                "NZ610: the count is beyond the buffer; found count " + Long.MAX_VALUE / 2
                        + " for allToAll(), which take" + " 2^63 or more elements, in " + HELD,
                () -> me.allToAll(index("allToAll"), buffer, other, Long.MAX_VALUE / 2));
    }

    @Test
    @SuppressWarnings("NullAway")
    void arraysOfCounts() {
        String found = "NZ631: the counts don't fit the group; found ";
        String cure = " in a group of 3 ranks; pass an array with a count for each rank, or for each pair of ranks";
        int gather = index("allGatherCounts");
        int exchange = index("allToAllCounts");
        argument(
                found + "null for allGatherCounts(), which takes 3" + cure,
                () -> me.allGather(gather, buffer, other, null));
        argument(
                found + "2 counts for allGatherCounts(), which takes 3" + cure,
                () -> me.allGather(gather, buffer, other, new long[2]));
        argument(
                found + "3 counts for allToAllCounts(), which takes 9" + cure,
                () -> me.allToAll(exchange, buffer, other, new long[3]));
    }

    @Test
    void countsOfRanksBeyondABuffer() {
        int gather = index("allGatherCounts");
        argument(
                "NZ610: the count is beyond the buffer; found counts for allGatherCounts(), which take 101 elements, in "
                        + HELD,
                () -> me.allGather(gather, buffer, other, new long[] {0, 101, 0}));
        argument(
                "NZ610: the count is beyond the buffer; found counts for allGatherCounts(), which take 101 elements, out "
                        + HELD,
                () -> me.allGather(gather, buffer, other, new long[] {50, 1, 50}));
        argument(
                "NZ610: the count is beyond the buffer; found counts [" + Long.MAX_VALUE
                        + ", 1, 1] for allGatherCounts(),"
                        + " more than 2^63 bytes in all; pass at most the buffer's count",
                () -> me.allGather(gather, buffer, other, new long[] {Long.MAX_VALUE, 1, 1}));
    }

    /** Row 1 is what rank 1 sends, column 1 what it gets. */
    @Test
    void countsOfPairsBeyondABuffer() {
        int exchange = index("allToAllCounts");
        argument(
                "NZ610: the count is beyond the buffer; found counts for allToAllCounts(), which take 102 elements, in "
                        + HELD,
                () -> me.allToAll(exchange, buffer, other, new long[] {0, 0, 0, 50, 2, 50, 0, 0, 0}));
        argument(
                "NZ610: the count is beyond the buffer; found counts for allToAllCounts(), which take 102 elements, out "
                        + HELD,
                () -> me.allToAll(exchange, buffer, other, new long[] {0, 50, 0, 0, 2, 0, 0, 50, 0}));
    }

    private String overlap(String method, int in, int inAt, int out, int outAt, String form) {
        return "NZ611: input and output overlap, and not as in an in-place call; found " + 4 * in
                + " bytes of in at byte "
                + 4 * inAt + " and " + 4 * out + " bytes of out at byte " + 4 * outAt + " of one buffer for " + method
                + "(), " + form + RANGES;
    }

    private DeviceBuffer<F32> from(int element) {
        return buffer.slice(element, 100 - element);
    }

    /** Segments of 10: each output begins one element beside the legal place. */
    @Test
    void overlaps() {
        argument(
                overlap("reduceScatter", 30, 0, 10, 11, "in place is out at byte 40"),
                () -> me.reduceScatter(index("reduceScatter"), buffer, from(11), 10));
        argument(
                overlap("reduce", 10, 0, 10, 1, "in place is out at byte 0"),
                () -> me.reduce(index("reduce"), buffer, from(1), 10, ME));
        argument(
                overlap("allGather", 10, 11, 30, 0, "in place is out at byte 4"),
                () -> me.allGather(index("allGather"), from(11), buffer, 10));
        argument(
                overlap("scatter", 30, 0, 10, 9, "in place is out at byte 40"),
                () -> me.scatter(index("scatter"), buffer, from(9), 10, ME));
        argument(
                overlap("gather", 10, 20, 30, 0, "in place is out at byte 40"),
                () -> me.gather(index("gather"), from(20), buffer, 10, ME));
        argument(
                overlap("allToAll", 30, 0, 30, 29, "in place is out at byte 0"),
                () -> me.allToAll(index("allToAll"), buffer, from(29), 10));
        argument(
                overlap("allGatherCounts", 5, 7, 15, 0, "in place is out at byte -4"),
                () -> me.allGather(index("allGatherCounts"), from(7), buffer, new long[] {8, 5, 2}));
        argument(
                overlap("allToAllCounts", 4, 0, 4, 0, "which has no in-place form"),
                () -> me.allToAll(index("allToAllCounts"), buffer, buffer, new long[] {0, 2, 0, 1, 1, 2, 0, 1, 0}));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "reduce|ALL_REDUCE|REDUCE reduce()",
                "allGatherCounts|ALL_REDUCE|ALL_GATHER PER_RANK allGatherCounts()"
            })
    void methodsOfThePlan(String name, String operation, String description) {
        argument(
                "NZ613: the plan has no such method for this call; found " + operation + " of method " + index(name)
                        + ", which is " + description + "; recompile, so that launcher and manifest fit",
                () -> me.allReduce(index(name), buffer, other, 1));
    }

    @Test
    void formsOfAMethod() {
        argument(
                "NZ613: the plan has no such method for this call; found ALL_GATHER PER_RANK of method "
                        + index("allGather")
                        + ", which is ALL_GATHER allGather(); recompile, so that launcher and manifest fit",
                () -> me.allGather(index("allGather"), buffer, other, new long[RANKS]));
        argument(
                "NZ613: the plan has no such method for this call; found ALL_TO_ALL of method "
                        + index("allToAllCounts")
                        + ", which is ALL_TO_ALL PER_PAIR allToAllCounts(); recompile, so that launcher and manifest fit",
                () -> me.allToAll(index("allToAllCounts"), buffer, other, 1));
    }

    /** 64 bytes are 16 elements: what counts is one segment, and of several the longest. */
    @Test
    void limits() {
        KernelPlan bounded = EveryMethod.plan(RANKS, Protocol.MAILBOX, 64);
        Communicator small = Communicator.openAll(group, bounded, "bounded").get(ME);
        List<String> texts = new ArrayList<>();
        for (Executable call : List.<Executable>of(
                () -> small.scatter(Plans.index(bounded, "scatter"), buffer, other, 17, ME),
                () -> small.allGather(Plans.index(bounded, "allGatherCounts"), buffer, other, new long[] {1, 2, 17}))) {
            texts.add(assertThrows(ArgumentException.class, call).getMessage());
        }
        String tail = " by mailbox_one_shot, asked for by the annotation, which carries 64; raise maxBytes in the"
                + " annotation, or let AUTO or SIGNAL carry it";
        String head = "NZ612: the message is longer than the protocol's region; found 68 bytes for ";
        assertEquals(List.of(head + "scatter()" + tail, head + "allGatherCounts()" + tail), texts);
    }

    @Test
    void ofAClosedLauncher() {
        me.close();
        StateException thrown = assertThrows(StateException.class, () -> me.send(index("send"), buffer, 1, 0));
        assertEquals(
                "NZ621: the launcher is closed; found a call; make all calls before closing it", thrown.getMessage());
    }
}
