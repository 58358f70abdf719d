package dev.negzero.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.plan.FaultKind;
import dev.negzero.plan.FaultSite;
import dev.negzero.plan.KernelPlan;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A rank that doesn't come is missed within the deadline, and every rank is told who, where and when. */
@Timeout(30)
class TimeoutTest {
    private static final GroupOptions SOON = GroupOptions.defaults().withDeadline(Duration.ofSeconds(2));

    private static KernelPlan plan(Path path, boolean verify) {
        Plans plans = Plans.of(3).reduce("reduce", DType.F32, ReduceOp.SUM, path);
        return verify ? plans.plan() : plans.unverified().plan();
    }

    @ParameterizedTest
    @CsvSource({
        "LAMPORT, true, SIGNATURE",
        "LAMPORT, false, LAMPORT_POLL",
        "MAILBOX, false, MAILBOX_POLL",
        "ONE_STAGE, false, START_BARRIER",
        "TWO_STAGE, false, START_BARRIER"
    })
    void everyRankIsTold(Path path, boolean verify, FaultSite site) {
        try (Group group = Group.open(3, SOON)) {
            List<Communicator> communicators = Communicator.openAll(group, plan(path, verify), "digest");
            group.run(rank -> {
                if (rank.index() == 2) {
                    return;
                }
                DeviceBuffer<F32> buffer = rank.buffer(F32.class, 10);
                CollectiveException thrown = assertThrows(
                        CollectiveException.class,
                        () -> communicators.get(rank.index()).allReduce(0, buffer, buffer, 10));
                assertEquals(FaultKind.TIMEOUT, thrown.kind());
                assertEquals(site, thrown.site());
                assertEquals(0b100, thrown.missingMask());
                assertEquals(1, thrown.epoch());
                assertEquals(
                        "NZ701: peers were not heard from within the deadline; found rank " + thrown.rank()
                                + " in call 1, reduce(DeviceBuffer,DeviceBuffer,long) with count 10 by "
                                + path.algorithm.id() + ", waiting at " + site + " for PT2S without word from rank 2;"
                                + " make the same calls in the same order on all ranks, then Group.reset()",
                        thrown.getMessage());
            });
            // The rank that stayed away is refused at its next step, whatever it is.
            Rank late = group.rank(2);
            assertThrows(CollectiveException.class, late::synchronize);
            assertThrows(CollectiveException.class, () -> late.buffer(F32.class, 1));
            group.reset();
            group.run(rank -> new Counting(rank, 10).check(communicators.get(rank.index()), 0, 1, 10));
        }
    }

    /** Fifty deadlines in a row would take longer than this test may. */
    @Test
    void queuedCallsDontWaitOneByOne() {
        GroupOptions second = GroupOptions.defaults().withDeadline(Duration.ofSeconds(1));
        try (Group group = Group.open(3, second)) {
            List<Communicator> communicators = Communicator.openAll(group, plan(Path.LAMPORT, true), "digest");
            DeviceBuffer<F32> buffer = group.rank(0).buffer(F32.class, 10);
            for (int call = 0; call < 50; call++) {
                communicators.get(0).allReduce(0, buffer, buffer, 10);
            }
            CollectiveException thrown =
                    assertThrows(CollectiveException.class, () -> group.rank(0).synchronize());
            assertEquals(1, thrown.epoch());
            assertEquals(0b110, thrown.missingMask());
        }
    }

    @Test
    void rendezvousIsBoundedToo() {
        try (Group group = Group.open(3, SOON)) {
            CollectiveException thrown =
                    assertThrows(CollectiveException.class, () -> group.rank(1).symmetricBuffer(F32.class, 4));
            assertEquals(FaultSite.HOST, thrown.site());
            assertEquals(
                    "NZ701: peers were not heard from within the deadline; found rank 1, waiting at HOST for PT2S without"
                            + " word from ranks 0, 2; make the same calls in the same order on all ranks, then"
                            + " Group.reset()",
                    thrown.getMessage());
        }
    }
}
