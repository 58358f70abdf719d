package dev.negzero.spec.rules;

import dev.negzero.annotations.Protocol;
import dev.negzero.spec.CollectiveSpec;
import dev.negzero.spec.Finding;
import dev.negzero.spec.MethodSpec;
import dev.negzero.spec.Operation;
import dev.negzero.spec.Place;
import dev.negzero.spec.Problem;
import java.util.List;

/** In a reduce a rank that isn't the root hears from nobody, so nothing would tell it that a slot at the root is free. */
final class LamportReduceRule implements MethodRule {
    @Override
    public List<Finding> check(CollectiveSpec spec, MethodSpec method) {
        if (!method.isOne(LamportReduceRule::applies) || method.protocol() != Protocol.LAMPORT) {
            return List.of();
        }
        return List.of(Finding.of(
                Problem.LAMPORT_REDUCE,
                Place.operation(method, "protocol"),
                "operation",
                method.operation().annotation()));
    }

    private static boolean applies(Operation operation) {
        return operation.reduces() && !operation.ways().byLamport();
    }
}
