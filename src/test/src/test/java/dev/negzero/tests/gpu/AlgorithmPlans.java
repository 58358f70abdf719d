package dev.negzero.tests.gpu;

import dev.negzero.annotations.DType;
import dev.negzero.plan.Algorithm;
import dev.negzero.plan.KernelPlan;
import dev.negzero.plan.KernelVariant;
import dev.negzero.plan.MethodPlan;
import dev.negzero.plan.Tuning;
import dev.negzero.spec.Operation;
import java.util.List;

/** Plans with a method for each algorithm that AUTO may choose: to measure them beside each other. */
public final class AlgorithmPlans {
    static final String BARRIER = "barrier";

    /** What bounded algorithms carry, far more than AUTO gives them; and the workspace, as by default. */
    static final long REACH = 8 << 20;

    /** One of each AUTO table, and of the table for all that only moves two: one that pushes more than the other. */
    static final List<Operation> OPERATIONS = List.of(
            Operation.ALL_REDUCE,
            Operation.REDUCE_SCATTER,
            Operation.BROADCAST,
            Operation.ALL_GATHER,
            Operation.ALL_TO_ALL);

    private AlgorithmPlans() {}

    /** All algorithms of all operations, as methods named by {@link #name}, and a barrier. */
    public static KernelPlan of(int ranks, DType dtype) {
        GpuPlans forced = plans(ranks).barrier(BARRIER);
        for (MethodPlan method : auto(ranks, dtype).methods()) {
            for (KernelVariant variant : method.variants()) {
                Operation operation = method.operation();
                forced.only(name(operation, variant.algorithm()), operation, dtype, variant.algorithm());
            }
        }
        return forced.plan();
    }

    private static KernelPlan auto(int ranks, DType dtype) {
        GpuPlans auto = plans(ranks);
        OPERATIONS.forEach(operation -> auto.auto(operation.id(), operation, dtype));
        return auto.plan();
    }

    private static GpuPlans plans(int ranks) {
        return GpuPlans.of(ranks).tuning(Tuning.reaching(REACH)).maxBytes(REACH);
    }

    static String name(Operation operation, Algorithm algorithm) {
        return operation.id() + "_by_" + algorithm.id();
    }
}
