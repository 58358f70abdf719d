package dev.negzero.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.plan.KernelPlan;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a split is: who is in it, what it shares with the whole group, and what it doesn't. */
class SplitTest {
    private static final KernelPlan PAIR = Plans.single(2, DType.F32, ReduceOp.SUM, Path.MAILBOX);

    private static Communicator open(Rank rank) {
        return Communicator.open(rank, PAIR, "pair");
    }

    @Test
    void membersAreThoseOfOneColourInTheirOrder() {
        try (Group group = Group.open(5)) {
            List<Rank> members = group.split(rank -> rank % 2);
            for (int rank = 0; rank < 5; rank++) {
                assertEquals(rank / 2, members.get(rank).index());
                assertEquals(rank % 2 == 0 ? 3 : 2, members.get(rank).group().size());
            }
            Group even = members.get(0).group();
            assertSame(even, members.get(4).group());
            assertEquals(
                    List.of(0, 1, 2), even.ranks().stream().map(Rank::index).toList());
            assertEquals("host", even.engine());
        }
    }

    @Test
    void aColourIsNotNegative() {
        try (Group group = Group.open(2)) {
            ArgumentException thrown =
                    assertThrows(ArgumentException.class, () -> group.split(rank -> rank == 0 ? -1 : 0));
            assertTrue(
                    thrown.getMessage().startsWith("NZ628: a split's colour is negative; found colour -1 of rank 0"));
        }
    }

    /** A symmetric buffer is known to the whole group only; in a subgroup's call it travels like any other. */
    @Test
    void buffersOfTheDeviceServeBothGroups() {
        KernelPlan signal = Plans.single(2, DType.F32, ReduceOp.SUM, Path.ONE_STAGE);
        try (Group group = Group.open(2)) {
            group.run(rank -> {
                Rank member = rank.split(0);
                try (SymmetricBuffer<F32> in = rank.symmetricBuffer(F32.class, 100);
                        DeviceBuffer<F32> out = member.buffer(F32.class, 100)) {
                    float[] values = new float[100];
                    Arrays.fill(values, rank.index() + 1);
                    in.copyFrom(values);
                    Communicator.open(member, signal, "signal").allReduce(0, in, out, 100);
                    float[] sums = new float[100];
                    out.copyTo(sums);
                    for (float sum : sums) {
                        assertEquals(3f, sum);
                    }
                }
            });
        }
    }

    /** Whoever reads it would not see a fault of the whole group. */
    @Test
    void aMembersBufferDoesNotServeTheWhole() {
        try (Group group = Group.open(2)) {
            Rank member = group.split(rank -> 0).get(0);
            Communicator whole = Communicator.openAll(group, PAIR, "pair").get(0);
            DeviceBuffer<F32> buffer = member.buffer(F32.class, 4);
            ArgumentException thrown =
                    assertThrows(ArgumentException.class, () -> whole.allReduce(0, buffer, buffer, 4));
            assertEquals("NZ607", thrown.code());
        }
    }

    @Test
    void buffersOfAnotherRankAreRefused() {
        try (Group group = Group.open(2)) {
            List<Rank> members = group.split(rank -> 0);
            List<Communicator> pair = Communicator.openAll(members.get(0).group(), PAIR, "pair");
            DeviceBuffer<F32> other = group.rank(1).buffer(F32.class, 4);
            ArgumentException thrown =
                    assertThrows(ArgumentException.class, () -> pair.get(0).allReduce(0, other, other, 4));
            assertEquals("NZ607", thrown.code());
        }
    }

    /** A rank of a subgroup fails; the whole group refuses on the subgroup's ranks, in the whole group's numbers. */
    @Test
    void aFaultShowsInTheWholeGroupAndIsResetWithIt() {
        GroupOptions soon = GroupOptions.defaults().withDeadline(Duration.ofMillis(200));
        try (Group group = Group.open(4, soon)) {
            List<Rank> members = group.split(rank -> rank / 2);
            List<Communicator> pair = members.get(2).group().onEachRank(SplitTest::open);
            DeviceBuffer<F32> buffer = group.rank(3).buffer(F32.class, 4);
            pair.get(1).allReduce(0, buffer, buffer, 4);
            CollectiveException thrown =
                    assertThrows(CollectiveException.class, () -> group.rank(3).synchronize());
            assertEquals("NZ701", thrown.code());
            assertEquals(3, thrown.rank());
            assertTrue(thrown.getMessage().contains("without word from rank 2"), thrown.getMessage());
            StateException refused = assertThrows(
                    StateException.class, () -> members.get(2).group().reset());
            assertTrue(refused.getMessage().contains("reset the group that it was split from"));
            group.reset();
            group.rank(3).synchronize();
            DeviceBuffer<F32> peer = group.rank(2).buffer(F32.class, 4);
            pair.get(0).allReduce(0, peer, peer, 4);
            pair.get(1).allReduce(0, buffer, buffer, 4);
            group.rank(3).synchronize();
        }
    }

    /** An exception on one rank aborts peers that wait for it in a subgroup. */
    @Test
    void anExceptionReachesRanksThatWaitInASubgroup() {
        try (Group group = Group.open(2)) {
            IllegalStateException thrown = assertThrows(
                    IllegalStateException.class,
                    () -> group.run(rank -> {
                        Communicator pair = open(rank.split(7));
                        if (rank.index() == 0) {
                            throw new IllegalStateException("mine");
                        }
                        DeviceBuffer<F32> buffer = rank.buffer(F32.class, 4);
                        pair.allReduce(0, buffer, buffer, 4);
                        rank.synchronize();
                    }));
            assertEquals("mine", thrown.getMessage());
        }
    }

    @Test
    void closedWithTheWholeGroup() {
        Group group = Group.open(2);
        Rank member = group.split(rank -> 1).get(0);
        group.close();
        StateException thrown = assertThrows(StateException.class, () -> member.buffer(F32.class, 4));
        assertEquals("NZ604", thrown.code());
    }
}
