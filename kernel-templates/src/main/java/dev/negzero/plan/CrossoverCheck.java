package dev.negzero.plan;

import dev.negzero.annotations.Protocol;
import dev.negzero.spec.CollectiveSpec;
import dev.negzero.spec.Finding;
import dev.negzero.spec.MethodSpec;
import dev.negzero.spec.Place;
import dev.negzero.spec.Problem;
import java.util.List;

/**
 * Warns of methods that ask for LAMPORT by name and let it carry messages which another protocol carries faster. Where that
 * begins stands in the tuning table, so this is no rule on the spec.
 */
public final class CrossoverCheck {
    private CrossoverCheck() {}

    /**
     * Looks at a plan.
     *
     * @param spec a spec without errors
     * @param plan its plan
     * @param tuning the tables that the plan was made with
     * @return a finding for each such method
     */
    public static List<Finding> check(CollectiveSpec spec, KernelPlan plan, Tuning tuning) {
        return plan.methods().stream()
                .filter(method -> method.protocol() == Protocol.LAMPORT)
                .filter(method -> written(spec, method).maxBytes() > crossover(method, plan, tuning))
                .map(method -> finding(written(spec, method), crossover(method, plan, tuning)))
                .toList();
    }

    private static MethodSpec written(CollectiveSpec spec, MethodPlan method) {
        return spec.methods().get(method.index());
    }

    /** Longest message that AUTO would give to any of the method's variants. */
    private static long crossover(MethodPlan method, KernelPlan plan, Tuning tuning) {
        return method.variants().stream()
                .mapToLong(variant -> tuning.crossover(method.operation(), variant.algorithm(), plan.groupSize()))
                .max()
                .orElse(Long.MAX_VALUE);
    }

    private static Finding finding(MethodSpec method, long crossover) {
        return Finding.of(
                Problem.LAMPORT_CROSSOVER,
                Place.operation(method, method.written().contains("maxBytes") ? "maxBytes" : "protocol"),
                "maxBytes",
                method.maxBytes(),
                "crossover",
                crossover);
    }
}
