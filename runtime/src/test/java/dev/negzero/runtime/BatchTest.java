package dev.negzero.runtime;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.plan.KernelPlan;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One thread drives all ranks: calls are queued, or held in a batch and issued together. */
@Timeout(30)
class BatchTest {
    private static List<DeviceBuffer<F32>> buffers(Group group) {
        List<DeviceBuffer<F32>> buffers = new ArrayList<>();
        for (Rank rank : group.ranks()) {
            DeviceBuffer<F32> buffer = rank.buffer(F32.class, 4);
            buffer.copyFrom(new float[] {1, 2, 3, rank.index()});
            buffers.add(buffer);
        }
        return buffers;
    }

    private static void expect(DeviceBuffer<F32> buffer, float... expected) {
        float[] result = new float[expected.length];
        buffer.copyTo(result);
        assertArrayEquals(expected, result);
    }

    @ParameterizedTest
    @EnumSource(Path.class)
    void manyCallsOnOneRankBeforeTheOthersFirst(Path path) {
        try (Group group = Group.open(2)) {
            List<Communicator> communicators =
                    Communicator.openAll(group, Plans.single(2, DType.F32, ReduceOp.SUM, path), "digest");
            List<DeviceBuffer<F32>> buffers = buffers(group);
            for (int rank = 0; rank < 2; rank++) {
                for (int call = 0; call < 20; call++) {
                    communicators.get(rank).allReduce(0, buffers.get(rank), buffers.get(rank), 4);
                }
            }
            float twenty = 1 << 20;
            expect(buffers.get(0), twenty, 2 * twenty, 3 * twenty, twenty / 2);
            expect(buffers.get(1), twenty, 2 * twenty, 3 * twenty, twenty / 2);
            assertEquals(20, communicators.get(1).lastCall().epoch());
        }
    }

    @Test
    void callsAreHeldUntilTheEnd() {
        try (Group group = Group.open(2)) {
            List<Communicator> communicators =
                    Communicator.openAll(group, Plans.single(2, DType.F32, ReduceOp.SUM, Path.LAMPORT), "digest");
            List<DeviceBuffer<F32>> buffers = buffers(group);
            group.start();
            group.start();
            communicators.get(0).allReduce(0, buffers.get(0), buffers.get(0), 4);
            group.end();
            communicators.get(1).allReduce(0, buffers.get(1), buffers.get(1), 4);
            assertNull(communicators.get(0).lastCall());
            group.end();
            expect(buffers.get(0), 2, 4, 6, 1);
            expect(buffers.get(1), 2, 4, 6, 1);
        }
    }

    /** A rank's own thread may issue for its peers too: in a batch none of the calls blocks it. */
    @Test
    void onARanksOwnThread() {
        try (Group group = Group.open(2)) {
            List<Communicator> communicators =
                    Communicator.openAll(group, Plans.single(2, DType.F32, ReduceOp.SUM, Path.ONE_STAGE), "digest");
            List<DeviceBuffer<F32>> buffers = buffers(group);
            group.run(rank -> {
                if (rank.index() == 0) {
                    group.start();
                    for (int peer = 0; peer < 2; peer++) {
                        communicators.get(peer).allReduce(0, buffers.get(peer), buffers.get(peer), 4);
                    }
                    group.end();
                    rank.synchronize();
                }
            });
            expect(buffers.get(0), 2, 4, 6, 1);
            expect(buffers.get(1), 2, 4, 6, 1);
        }
    }

    /** A subgroup's call reads what the whole group's call in front of it has written: a rank's calls have one order. */
    @Test
    void aSubgroupsCallsKeepTheirPlace() {
        try (Group group = Group.open(2)) {
            KernelPlan plan = Plans.single(2, DType.F32, ReduceOp.SUM, Path.LAMPORT);
            List<Communicator> whole = Communicator.openAll(group, plan, "digest");
            List<Rank> members = group.split(rank -> 0);
            List<Communicator> sub = Communicator.openAll(members.get(0).group(), plan, "digest");
            List<DeviceBuffer<F32>> first = buffers(group);
            List<DeviceBuffer<F32>> second = buffers(group);
            List<DeviceBuffer<F32>> third = buffers(group);
            List<DeviceBuffer<F32>> last = buffers(group);
            group.start();
            for (int rank = 0; rank < 2; rank++) {
                whole.get(rank).allReduce(0, first.get(rank), second.get(rank), 4);
                whole.get(rank).allReduce(0, second.get(rank), third.get(rank), 4);
                sub.get(rank).allReduce(0, third.get(rank), last.get(rank), 4);
            }
            group.end();
            expect(last.get(0), 8, 16, 24, 4);
            expect(last.get(1), 8, 16, 24, 4);
        }
    }

    @Test
    void endWithoutStart() {
        try (Group group = Group.open(2)) {
            String thread = Thread.currentThread().getName();
            assertEquals(
                    "NZ618: end() without a start() of the same thread; found thread " + thread
                            + "; pair each end() with a start()",
                    assertThrows(StateException.class, group::end).getMessage());
        }
    }

    @Test
    void blockingInsideABatch() {
        try (Group group = Group.open(2)) {
            DeviceBuffer<F32> buffer = buffers(group).get(0);
            group.start();
            String text =
                    "NZ619: a copy, synchronize or reset inside a batch would wait for calls that are not issued yet;"
                            + " found %s; call Group.end() first";
            assertEquals(
                    text.formatted("copyTo"),
                    assertThrows(StateException.class, () -> buffer.copyTo(new float[1]))
                            .getMessage());
            assertEquals(
                    text.formatted("synchronize"),
                    assertThrows(StateException.class, () -> group.rank(0).synchronize())
                            .getMessage());
            assertEquals(
                    text.formatted("Group.reset"),
                    assertThrows(StateException.class, group::reset).getMessage());
            group.end();
        }
    }
}
