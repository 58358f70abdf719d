package dev.negzero.runtime;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.negzero.annotations.DType;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.plan.KernelVariant;
import dev.negzero.plan.MethodPlan;
import java.lang.management.ManagementFactory;
import java.util.Random;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No call of any kind, by any algorithm, allocates anything on the rank's own thread. */
@Timeout(120)
class CallAllocationTest {
    private static final int RANKS = 3;
    private static final int CALLS = 3000;

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void nothing(boolean verify) {
        CallPlan plan = new CallPlan(RANKS).with(DType.BF16, 1024, 1024);
        if (!verify) {
            plan.plans().unverified();
        }
        plan.plan();
        try (Group group = Group.open(RANKS)) {
            group.run(rank -> {
                CallLane lane = new CallLane(rank, plan.plan(), CallLane.capacity(RANKS * 100, 2));
                Random random = new Random(1);
                for (CallPlan.Kind kind : plan.kinds()) {
                    CallModel model = CallModel.random(
                            kind.operation(), kind.counts(), kind.dtype(), kind.reduceOp(), RANKS, 100, random);
                    if (kind.reduceOp() == ReduceOp.SUM && model.takesPart(rank.index())) {
                        plan.ways(kind, 100).forEach(way -> check(lane, model, plan, way));
                    }
                }
            });
        }
    }

    private static void check(CallLane lane, CallModel model, CallPlan plan, CallPlan.Way way) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        MethodPlan method =
                plan.method(way, model.operationOf(lane.communicator().rank().index()));
        KernelVariant variant = method.variant(way.algorithm());
        long bytes = 0;
        // The last round counts: by then the interpreter, whose method handles allocate, is out of the way.
        for (int round = 0; round < 3; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int call = 0; call < CALLS; call++) {
                lane.issue(model, method, variant);
            }
            bytes = threads.getCurrentThreadAllocatedBytes() - before;
        }
        assertTrue(bytes < CALLS, bytes + " bytes in " + CALLS + " calls of " + model + " by " + way.algorithm());
    }
}
