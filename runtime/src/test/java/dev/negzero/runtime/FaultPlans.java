package dev.negzero.runtime;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.plan.KernelPlan;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The plans of fault tests. Those of schedules: every operation by every way, of a type with pairs and one with triples, and a barrier. */
final class FaultPlans {
    /** Elements of the longest segment: over several tiles. */
    static final int LONGEST = 700;

    private static final long SIGNAL_BYTES = 1024;
    private static final long OTHER_BYTES = 4L * LONGEST;

    private record Key(int ranks, boolean verified) {}

    private static final Map<Key, CallPlan> PLANS = new ConcurrentHashMap<>();

    private FaultPlans() {}

    static CallPlan plan(int ranks, boolean verified) {
        return PLANS.computeIfAbsent(new Key(ranks, verified), FaultPlans::make);
    }

    private static CallPlan make(Key key) {
        CallPlan plan = new CallPlan(key.ranks());
        for (DType dtype : List.of(DType.F32, DType.BF16)) {
            plan.with(dtype, SIGNAL_BYTES, OTHER_BYTES, List.of(ReduceOp.SUM));
        }
        plan.plans().barrier("barrier");
        if (!key.verified()) {
            plan.plans().unverified();
        }
        return plan;
    }

    /** An all-reduce of F32 by each way, named as the way, and a barrier. */
    static KernelPlan paths(int ranks) {
        Plans plans = Plans.of(ranks).maxBytes(16 * 1024);
        for (Path path : Path.values()) {
            plans.reduce(path.name(), DType.F32, ReduceOp.SUM, path);
        }
        return plans.barrier("barrier").plan();
    }
}
