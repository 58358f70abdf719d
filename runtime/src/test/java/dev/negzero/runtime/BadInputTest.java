package dev.negzero.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.Protocol;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.plan.KernelPlan;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Wrong arguments are refused with their whole text before anything is enqueued: a call after them is right. */
class BadInputTest {
    private static final String KEY = "reduce(DeviceBuffer,DeviceBuffer,long)";

    private Group group;
    private List<Communicator> communicators;
    private Communicator first;
    private DeviceBuffer<F32> buffer;
    private int reduce;
    private int barrier;

    @BeforeEach
    void open() {
        KernelPlan plan = Plans.of(2)
                .reduce("reduce", DType.F32, ReduceOp.SUM, Protocol.AUTO)
                .barrier("barrier")
                .plan();
        reduce = Plans.index(plan, "reduce");
        barrier = Plans.index(plan, "barrier");
        group = Group.open(2);
        communicators = Communicator.openAll(group, plan, "digest");
        first = communicators.get(0);
        buffer = group.rank(0).buffer(F32.class, 100);
    }

    @AfterEach
    void nothingWasEnqueued() {
        group.run(rank -> new Counting(rank, 10).check(communicators.get(rank.index()), reduce, 1, 10));
        assertEquals(1, first.lastCall().epoch());
        group.close();
    }

    private static void refused(Class<? extends RuntimeException> type, String text, Executable call) {
        assertEquals(text, assertThrows(type, call).getMessage());
    }

    private void argument(String text, DeviceBuffer<?> in, DeviceBuffer<?> out, long count) {
        refused(ArgumentException.class, text, () -> first.allReduce(reduce, in, out, count));
    }

    @Test
    @SuppressWarnings("NullAway")
    void nullBuffers() {
        argument(
                "NZ605: a buffer is null; found null for in of " + KEY + "; pass a buffer of the calling rank",
                null,
                buffer,
                1);
        argument(
                "NZ605: a buffer is null; found null for out of " + KEY + "; pass a buffer of the calling rank",
                buffer,
                null,
                1);
    }

    @Test
    void closedBuffers() {
        DeviceBuffer<F32> closed = group.rank(0).buffer(F32.class, 100);
        DeviceBuffer<F32> part = closed.slice(0, 10);
        closed.close();
        String cure = "; close buffers after the last call that uses them";
        refused(
                StateException.class,
                "NZ606: a buffer was closed before its use; found in of " + KEY
                        + " is a closed DeviceBuffer<F32>[100] of rank 0" + cure,
                () -> first.allReduce(reduce, closed, buffer, 1));
        refused(
                StateException.class,
                "NZ606: a buffer was closed before its use; found out of " + KEY
                        + " is a closed DeviceBuffer<F32>[10] of rank 0" + cure,
                () -> first.allReduce(reduce, buffer, part, 1));
        refused(
                StateException.class,
                "NZ606: a buffer was closed before its use; found copyTo of a closed DeviceBuffer<F32>[100] of rank 0"
                        + cure,
                () -> closed.copyTo(new float[1]));
    }

    @Test
    void buffersOfOthers() {
        String cure = "; pass buffers made by the rank the launcher was opened on";
        DeviceBuffer<F32> peers = group.rank(1).buffer(F32.class, 100);
        argument(
                "NZ607: a buffer belongs to another rank or group; found in of " + KEY
                        + " is DeviceBuffer<F32>[100] of rank 1, the launcher is of rank 0" + cure,
                peers,
                buffer,
                1);
        try (Group other = Group.open(2)) {
            argument(
                    "NZ607: a buffer belongs to another rank or group; found out of " + KEY
                            + " is DeviceBuffer<F32>[100] of rank 0 of another group, the launcher is of rank 0" + cure,
                    buffer,
                    other.rank(0).buffer(F32.class, 100),
                    1);
        }
    }

    @Test
    void buffersOfAnotherType() {
        argument(
                "NZ608: a buffer has another element type than the method; found in of " + KEY
                        + " is DeviceBuffer<BF16>[100] of rank 0, the method's dtype is F32; pass a buffer of the method's"
                        + " dtype",
                group.rank(0).buffer(BF16.class, 100),
                buffer,
                1);
    }

    @Test
    void counts() {
        DeviceBuffer<F32> shorter = buffer.slice(0, 99);
        argument(
                "NZ609: the count is negative; found count -1 for " + KEY + "; pass the number of elements, 0 or more",
                buffer,
                buffer,
                -1);
        argument(
                "NZ610: the count is beyond the buffer; found count 101 for " + KEY
                        + ", in is DeviceBuffer<F32>[100] of rank 0; pass at most the buffer's count",
                buffer,
                buffer,
                101);
        argument(
                "NZ610: the count is beyond the buffer; found count 100 for " + KEY
                        + ", out is DeviceBuffer<F32>[99] of rank 0; pass at most the buffer's count",
                buffer,
                shorter,
                100);
        argument(
                "NZ610: the count is beyond the buffer; found count 9223372036854775807 for " + KEY
                        + ", in is DeviceBuffer<F32>[100] of rank 0; pass at most the buffer's count",
                buffer,
                buffer,
                Long.MAX_VALUE);
    }

    @Test
    void partialOverlap() {
        argument(
                "NZ611: input and output overlap, and not as in an in-place call; found 200 bytes of in at byte 0 and 200"
                        + " bytes of out at byte 196 of one buffer for " + KEY + ", in place is out at byte 0; pass the"
                        + " ranges of the operation's in-place form, or ranges that don't touch",
                buffer.slice(0, 50),
                buffer.slice(49, 50),
                50);
    }

    @Test
    void methodsOfThePlan() {
        refused(
                ArgumentException.class,
                "NZ613: the plan has no such method for this call; found BARRIER of method " + reduce
                        + ", which is ALL_REDUCE " + KEY + "; recompile, so that launcher and manifest fit",
                () -> first.barrier(reduce));
        refused(
                ArgumentException.class,
                "NZ613: the plan has no such method for this call; found ALL_REDUCE of method 7, which is not there;"
                        + " recompile, so that launcher and manifest fit",
                () -> first.allReduce(7, buffer, buffer, 1));
        refused(
                ArgumentException.class,
                "NZ613: the plan has no such method for this call; found ALL_REDUCE of method " + barrier
                        + ", which is BARRIER barrier(); recompile, so that launcher and manifest fit",
                () -> first.allReduce(barrier, buffer, buffer, 1));
    }

    @Test
    void bufferSizesAndSlices() {
        Rank rank = group.rank(0);
        refused(
                ArgumentException.class,
                "NZ614: a buffer can't have this many elements; found count 0 of F32; ask for 1 element or more, within"
                        + " the limit named",
                () -> rank.buffer(F32.class, 0));
        refused(
                LoadingException.class,
                "NZ812: a region of the host engine must be below 2 GiB; found 4294967296 bytes; lower maxBytes or"
                        + " groupSize in the annotation, or the buffer's count",
                () -> rank.buffer(F32.class, 1L << 30));
        refused(
                ArgumentException.class,
                "NZ615: the slice is not inside the buffer; found from 60, count 41 of 100 elements; keep from and count"
                        + " at 0 or more and their sum in the buffer",
                () -> buffer.slice(60, 41));
        refused(
                ArgumentException.class,
                "NZ616: the array is longer than the buffer; found 101 elements for a buffer of 100; pass an array of at"
                        + " most the buffer's count",
                () -> buffer.copyFrom(new float[101]));
        refused(
                ArgumentException.class,
                "NZ622: the array can't carry the buffer's elements; found a short[] of 16-bit patterns for elements of"
                        + " F32; pass a byte[], or a type with a stated conversion",
                () -> buffer.copyTo(new short[1]));
        refused(
                ArgumentException.class,
                "NZ622: the array can't carry the buffer's elements; found 5 bytes for elements of F32; pass a byte[], or"
                        + " a type with a stated conversion",
                () -> buffer.copyFrom(new byte[5]));
    }

    @Test
    void groups() {
        refused(
                ArgumentException.class,
                "NZ601: a group has 2 to 16 ranks; found size 1; open the group with a size in that range",
                () -> Group.open(1));
        refused(
                ArgumentException.class,
                "NZ601: a group has 2 to 16 ranks; found size 17; open the group with a size in that range",
                () -> Group.open(17));
        refused(
                ArgumentException.class,
                "NZ602: the deadline must be above zero and at most 365 days; found PT0S; pass a finite duration, such as"
                        + " the default of 30 seconds",
                () -> GroupOptions.defaults().withDeadline(Duration.ZERO));
        refused(
                ArgumentException.class,
                "NZ602: the deadline must be above zero and at most 365 days; found PT8784H; pass a finite duration, such"
                        + " as the default of 30 seconds",
                () -> GroupOptions.defaults().withDeadline(Duration.ofDays(366)));
        refused(
                ArgumentException.class,
                "NZ603: no such rank here; found rank 2 of 2; name a rank of this group that lives in this process",
                () -> group.rank(2));
    }

    @Test
    void runInsideRun() {
        StateException thrown = assertThrows(StateException.class, () -> group.run(rank -> group.run(inner -> {})));
        assertEquals(
                "NZ617: the group is already running a body; found a second Group.run; wait until the other Group.run has"
                        + " returned",
                thrown.getMessage());
        group.reset();
    }

    @Test
    void resetInsideRun() {
        StateException thrown = assertThrows(StateException.class, () -> group.run(rank -> group.reset()));
        assertEquals(
                "NZ620: reset() is for a whole group, of which no body runs; found a body that runs;"
                        + " call it outside Group.run",
                thrown.getMessage());
        group.reset();
    }

    @Test
    void closedLauncher() {
        List<Communicator> closed =
                Communicator.openAll(group, Plans.single(2, DType.F32, ReduceOp.SUM, Path.LAMPORT), "digest");
        closed.forEach(Communicator::close);
        refused(
                StateException.class,
                "NZ621: the launcher is closed; found a call; make all calls before closing it",
                () -> closed.get(0).allReduce(0, buffer, buffer, 1));
    }
}
