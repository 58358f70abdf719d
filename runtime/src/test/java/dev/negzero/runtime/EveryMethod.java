package dev.negzero.runtime;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.Protocol;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.annotations.Scope;
import dev.negzero.plan.KernelPlan;
import dev.negzero.plan.KernelPlanner;
import dev.negzero.spec.CollectiveSpec;
import dev.negzero.spec.MethodSpec;
import dev.negzero.spec.Operation;
import dev.negzero.spec.ParameterSpec;
import dev.negzero.spec.Signature;
import dev.negzero.spec.TypeShape;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * A plan with a method for each form of each operation, of F32. A method is named as the communicator's; those with a count
 * for each rank or pair end in {@code Counts}, a root that the annotation names in its number.
 */
final class EveryMethod {
    private static final ParameterSpec COUNTS =
            new ParameterSpec("counts", "long[]", ParameterSpec.Kind.LONG_ARRAY, "", false, false, false);

    private EveryMethod() {}

    static KernelPlan plan(int groupSize, Protocol protocol, long maxBytes) {
        List<MethodSpec> methods = new ArrayList<>();
        for (Operation operation : Operation.values()) {
            methods.add(method(operation, operation.methodName(), List.of(), MethodSpec.NO_ROOT, protocol, maxBytes));
        }
        for (Operation operation : List.of(Operation.ALL_GATHER, Operation.ALL_TO_ALL)) {
            String name = operation.methodName() + "Counts";
            methods.add(method(operation, name, List.of(COUNTS), MethodSpec.NO_ROOT, protocol, maxBytes));
        }
        methods.add(method(Operation.BROADCAST, "broadcast1", List.of(), 1, protocol, maxBytes));
        methods.sort(Comparator.comparing(MethodSpec::name));
        return new KernelPlanner()
                .plan(new CollectiveSpec(
                        "com.acme",
                        "Every",
                        "Every",
                        TypeShape.PLAIN,
                        DType.F32,
                        4,
                        groupSize,
                        Scope.SYSTEM,
                        maxBytes,
                        true,
                        methods,
                        List.of()));
    }

    private static MethodSpec method(
            Operation operation,
            String name,
            List<ParameterSpec> parameters,
            int root,
            Protocol protocol,
            long maxBytes) {
        return new MethodSpec(
                name,
                name + "()",
                List.of("Every"),
                List.of(operation),
                ReduceOp.SUM,
                operation.hasData() ? protocol : Protocol.SIGNAL,
                List.of(DType.F32),
                4,
                maxBytes,
                root,
                Set.of(),
                new Signature("void", List.of(), List.of(), parameters));
    }
}
