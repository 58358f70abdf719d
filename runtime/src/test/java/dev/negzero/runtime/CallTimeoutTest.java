package dev.negzero.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.Protocol;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.plan.Algorithm;
import dev.negzero.plan.CallLayout;
import dev.negzero.plan.FaultSite;
import dev.negzero.spec.Counts;
import dev.negzero.spec.Operation;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A rank that doesn't come to a rooted call or a hand-off is missed within the deadline: who, where and when. */
@Timeout(60)
class CallTimeoutTest {
    private static final GroupOptions SOON = GroupOptions.defaults().withDeadline(Duration.ofSeconds(1));
    private static final String CURE = "; make the same calls in the same order on all ranks, then Group.reset()";

    private static CallPlan plan(boolean verify) {
        CallPlan plan = new CallPlan(3).with(DType.F32, 1024, 1024);
        if (!verify) {
            plan.plans().unverified();
        }
        plan.plan();
        return plan;
    }

    private static List<CallLane> lanes(Group group, CallPlan plan) {
        return group.onEachRank(rank -> new CallLane(rank, plan.plan(), 4096));
    }

    /** Rank 2 stays away; nobody needs its elements, and yet no rank may run ahead of it. */
    @ParameterizedTest
    @CsvSource({
        "BROADCAST, MAILBOX, MAILBOX_ONE_SHOT, true",
        "BROADCAST, MAILBOX, MAILBOX_ONE_SHOT, false",
        "BROADCAST, SIGNAL, SIGNAL_TWO_STAGE, false",
        "SCATTER, MAILBOX, MAILBOX_ONE_SHOT, false",
        "SCATTER, SIGNAL, SIGNAL_ONE_STAGE, true"
    })
    void noCredit(Operation operation, Protocol protocol, Algorithm algorithm, boolean verify) {
        CallPlan plan = plan(verify);
        CallPlan.Kind kind = new CallPlan.Kind(operation, Counts.ONE, DType.F32, ReduceOp.SUM);
        CallModel model = new CallModel(operation, DType.F32, ReduceOp.SUM, 3, 9, 1, -1, null);
        try (Group group = Group.open(3, SOON)) {
            List<CallLane> lanes = lanes(group, plan);
            group.run(rank -> {
                if (rank.index() != 2) {
                    CallPlan.Way way = new CallPlan.Way(kind, protocol, algorithm);
                    CollectiveException thrown = assertThrows(CollectiveException.class, () -> lanes.get(rank.index())
                            .issue(model, plan.method(way, operation), plan.variant(way, operation)));
                    String name = kind.name(operation, protocol) + "(" + operation + ")";
                    assertEquals(
                            "NZ701: peers were not heard from within the deadline; found rank " + thrown.rank()
                                    + " in call 1, " + name + " with count 9, root 1 by " + algorithm.id()
                                    + ", waiting at SIGNATURE for PT1S without word from rank 2" + CURE,
                            thrown.getMessage());
                }
            });
        }
    }

    @ParameterizedTest
    @CsvSource({
        "SEND, MAILBOX, MAILBOX_ONE_SHOT, true",
        "SEND, SIGNAL, SIGNAL_ONE_STAGE, false",
        "RECEIVE, MAILBOX, MAILBOX_ONE_SHOT, true",
        "RECEIVE, MAILBOX, MAILBOX_ONE_SHOT, false",
        "RECEIVE, SIGNAL, SIGNAL_ONE_STAGE, true",
        "RECEIVE, SIGNAL, SIGNAL_ONE_STAGE, false"
    })
    void noPartner(Operation side, Protocol protocol, Algorithm algorithm, boolean verify) {
        CallPlan plan = plan(verify);
        CallPlan.Kind kind = new CallPlan.Kind(Operation.SEND, Counts.ONE, DType.F32, ReduceOp.SUM);
        CallModel model = new CallModel(Operation.SEND, DType.F32, ReduceOp.SUM, 3, 9, 2, 0, null);
        int alone = side == Operation.SEND ? 0 : 2;
        try (Group group = Group.open(3, SOON)) {
            List<CallLane> lanes = lanes(group, plan);
            group.run(rank -> {
                if (rank.index() == alone) {
                    CallPlan.Way way = new CallPlan.Way(kind, protocol, algorithm);
                    CollectiveException thrown = assertThrows(CollectiveException.class, () -> lanes.get(alone)
                            .issue(model, plan.method(way, side), plan.variant(way, side)));
                    assertEquals(
                            "NZ701: peers were not heard from within the deadline; found rank " + alone
                                    + " in call 1, send or receive of F32 with count 9 by " + algorithm.id()
                                    + ", waiting at " + FaultSite.valueOf(side.name())
                                    + " for PT1S without word from rank " + (2 - alone) + CURE,
                            thrown.getMessage());
                    assertEquals(CallLayout.NO_ROOT, thrown.record().root());
                }
            });
            // Both sides begin anew.
            group.reset();
            long[][] in = model.inputs(new java.util.Random(1));
            CallPlan.Way way = new CallPlan.Way(kind, protocol, algorithm);
            group.run(rank -> lanes.get(rank.index())
                    .check(
                            model,
                            plan.method(way, model.operationOf(rank.index())),
                            algorithm,
                            in,
                            model.expected(in),
                            new java.util.Random(2)));
        }
    }
}
