package dev.negzero.runtime;

import dev.negzero.annotations.DType;
import dev.negzero.plan.KernelPlan;
import dev.negzero.runtime.cuda.OutOfMemoryGpuTest;
import java.util.ArrayList;
import java.util.List;

/**
 * Every plan that the GPU tests of this module open, so that their kernels can be compiled where there is no GPU, and a GPU
 * machine spends none of its time on that.
 */
public final class GpuCallPlans {
    private GpuCallPlans() {}

    /** All of them; {@link ReplaysGpuTest} has those of {@link EveryCallGpuTest}. */
    public static List<KernelPlan> all() {
        List<KernelPlan> plans = new ArrayList<>();
        EveryCallGpuTest.SAMPLES.forEach(sample ->
                plans.add(EveryCallGpuTest.plan(sample.ranks(), sample.dtype()).plan()));
        for (DType dtype : EveryCallProcess.DTYPES) {
            plans.add(EveryCallGpuTest.plan(2, dtype).plan());
        }
        for (int ranks = 2; ranks <= FaultSchedule.SPLIT_RANKS; ranks++) {
            plans.add(FaultPlans.plan(ranks, true).plan());
        }
        plans.add(FaultPlans.plan(2, false).plan());
        List.of(2, 4, 8).forEach(ranks -> plans.add(G26SplitsTest.plan(ranks)));
        plans.add(FaultPlans.paths(2));
        plans.add(OutOfMemoryGpuTest.plan());
        return plans.stream().distinct().toList();
    }
}
