package dev.negzero.tests.gpu;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.annotations.Scope;
import dev.negzero.plan.KernelPlan;
import java.util.ArrayList;
import java.util.List;

/**
 * Every plan that the suite opens. They are few, and all are named here, so that their kernels can be compiled where there
 * is no GPU, and the suite spends none of a GPU machine's time on that.
 */
public final class SuitePlans {
    private static final int SMALL_TILE = 4096;

    private SuitePlans() {}

    /** Sums in every way, in methods named after them, and {@code barrier}. */
    static KernelPlan ways(int ranks, DType dtype) {
        return GpuPlans.ways(ranks, dtype, ReduceOp.SUM).barrier("barrier").plan();
    }

    /** Another operator in every way. */
    static KernelPlan ways(int ranks, DType dtype, ReduceOp op) {
        return op == ReduceOp.SUM
                ? ways(ranks, dtype)
                : GpuPlans.ways(ranks, dtype, op).plan();
    }

    /** All ways of all dtypes on one set of regions, as methods such as {@code BF16_LAMPORT}. */
    static KernelPlan mixed(int ranks) {
        return Cases.mixed(ranks).plan();
    }

    /** The same without signatures, and {@code barrier}. */
    static KernelPlan unverified(int ranks) {
        return Cases.mixed(ranks)
                .maxBytes(64 * 1024)
                .barrier("barrier")
                .unverified()
                .plan();
    }

    /** Both SIGNAL ways of all dtypes with a staging region of a few packs, as methods such as {@code BF16_ONE_STAGE}. */
    static KernelPlan smallTiles(int ranks) {
        GpuPlans plans = GpuPlans.of(ranks).maxBytes(SMALL_TILE);
        for (DType dtype : Cases.DTYPES) {
            for (Way way : List.of(Way.ONE_STAGE, Way.TWO_STAGE)) {
                plans.reduce(Cases.name(dtype, way), dtype, ReduceOp.SUM, way);
            }
        }
        return plans.plan();
    }

    /** Sums in every way, ordered for one GPU only and without signatures. */
    static KernelPlan deviceScope(DType dtype) {
        return GpuPlans.ways(4, dtype, ReduceOp.SUM)
                .scope(Scope.DEVICE)
                .unverified()
                .plan();
    }

    /** LAMPORT by name and AUTO, both with a small region. */
    static KernelPlan limits() {
        return GpuPlans.of(2)
                .maxBytes(64 * 1024)
                .reduce("byName", DType.BF16, ReduceOp.SUM, Way.LAMPORT)
                .auto("auto", DType.BF16, ReduceOp.SUM)
                .plan();
    }

    /** One method, to be opened beside another plan. */
    static KernelPlan other(int ranks) {
        return GpuPlans.of(ranks)
                .reduce("other", DType.F32, ReduceOp.MAX, Way.LAMPORT)
                .plan();
    }

    /** All of them. */
    public static List<KernelPlan> all() {
        List<KernelPlan> plans = new ArrayList<>();
        for (int ranks : Cases.RANKS) {
            for (DType dtype : Cases.DTYPES) {
                plans.add(ways(ranks, dtype));
            }
            plans.add(mixed(ranks));
            plans.add(unverified(ranks));
            plans.add(smallTiles(ranks));
            plans.add(other(ranks));
        }
        for (int ranks : Cases.OTHER_RANKS) {
            plans.add(ways(ranks, DType.BF16));
        }
        plans.add(ways(Cases.MOST_RANKS, DType.F32));
        for (DType dtype : Cases.DTYPES) {
            for (ReduceOp op : ReduceOp.values()) {
                if (op != ReduceOp.SUM) {
                    plans.add(ways(3, dtype, op));
                }
            }
        }
        for (int ranks : Cases.RANKS) {
            if (ranks != 3) {
                plans.add(ways(ranks, DType.BF16, ReduceOp.AVG));
                plans.add(ways(ranks, DType.BF16, ReduceOp.PROD));
            }
        }
        plans.add(deviceScope(DType.BF16));
        plans.add(deviceScope(DType.F32));
        plans.add(limits());
        return List.copyOf(plans);
    }
}
