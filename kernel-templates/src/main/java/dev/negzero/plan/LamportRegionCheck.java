package dev.negzero.plan;

import dev.negzero.annotations.Protocol;
import dev.negzero.spec.CollectiveSpec;
import dev.negzero.spec.Finding;
import dev.negzero.spec.Place;
import dev.negzero.spec.Problem;
import java.util.Comparator;
import java.util.List;

/**
 * Warns of Lamport slots that take more memory than a user may expect. How much they take is known only once there is a
 * plan, so this is no rule on the spec. The slots are shared, so only the method that needs the longest is named.
 */
public final class LamportRegionCheck {
    /** Bytes a rank that pass without a warning. */
    static final long QUIET = 64L << 20;

    private LamportRegionCheck() {}

    /**
     * Looks at a plan.
     *
     * @param spec a spec without findings
     * @param plan its plan
     * @return one finding if a method asks for LAMPORT by name and the slots are large, else none
     */
    public static List<Finding> check(CollectiveSpec spec, KernelPlan plan) {
        long region = plan.layout().total() - plan.layout().lamport();
        if (region <= QUIET) {
            return List.of();
        }
        return plan.methods().stream()
                .filter(method -> method.protocol() == Protocol.LAMPORT)
                .max(Comparator.comparingLong(method -> slot(method, plan.groupSize())))
                .map(method -> finding(spec, method, region))
                .map(List::of)
                .orElse(List.of());
    }

    private static long slot(MethodPlan method, int groupSize) {
        return method.variants().stream()
                .mapToLong(variant -> Workspace.lamportSlot(variant, groupSize))
                .max()
                .orElse(0);
    }

    private static Finding finding(CollectiveSpec spec, MethodPlan method, long region) {
        return Finding.of(
                Problem.LAMPORT_REGION,
                Place.operation(spec.methods().get(method.index()), "protocol"),
                "region",
                (region + (1 << 20) - 1) >> 20);
    }
}
