package dev.negzero.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.plan.KernelPlan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Ranks that come to a collective step with different things are told so, all of them, and can go on. */
@Timeout(20)
class HandshakeTest {
    private static final KernelPlan PLAN = Plans.single(3, DType.F32, ReduceOp.SUM, Path.LAMPORT);

    @Test
    void differentDigests() {
        try (Group group = Group.open(3)) {
            group.run(rank -> {
                LoadingException thrown = assertThrows(
                        LoadingException.class,
                        () -> Communicator.open(rank, PLAN, rank.index() == 1 ? "another" : "digest"));
                assertEquals("NZ807", thrown.code());
                assertTrue(
                        thrown.getMessage()
                                .matches("NZ807: ranks came with different digests to a collective step; found rank "
                                        + rank.index()
                                        + " came for launcher com.acme.Sums; digests: rank 0 ([0-9a-f]{16}),"
                                        + " rank 1 (?!\\1)[0-9a-f]{16}, rank 2 \\1; open the same launchers and symmetric"
                                        + " buffers and capture the same calls, in the same order on all ranks, from one"
                                        + " build and with the same"
                                        + " -Dnegzero.protocol"),
                        thrown.getMessage());
                Communicator communicator = Communicator.open(rank, PLAN, "digest");
                new Counting(rank, 10).check(communicator, 0, 1, 10);
            });
        }
    }

    @Test
    void differentOrder() {
        try (Group group = Group.open(3)) {
            group.run(rank -> {
                LoadingException thrown = assertThrows(LoadingException.class, () -> {
                    if (rank.index() == 0) {
                        rank.symmetricBuffer(F32.class, 10);
                    } else {
                        Communicator.open(rank, PLAN, "digest");
                    }
                });
                assertTrue(
                        thrown.getMessage()
                                .contains(
                                        rank.index() == 0
                                                ? "rank 0 came for a symmetric buffer of 10 x F32"
                                                : "came for launcher com.acme.Sums"),
                        thrown.getMessage());
            });
        }
    }

    @Test
    void groupOfAnotherSize() {
        try (Group group = Group.open(2)) {
            LoadingException thrown =
                    assertThrows(LoadingException.class, () -> Communicator.open(group.rank(0), PLAN, "digest"));
            assertEquals(
                    "NZ806: the group has another size than the interface; found com.acme.Sums with groupSize 3, a group"
                            + " of 2; open a group of the interface's groupSize, or change the annotation",
                    thrown.getMessage());
        }
    }
}
