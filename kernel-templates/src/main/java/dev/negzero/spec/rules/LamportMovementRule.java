package dev.negzero.spec.rules;

import dev.negzero.annotations.Protocol;
import dev.negzero.spec.CollectiveSpec;
import dev.negzero.spec.Finding;
import dev.negzero.spec.MethodSpec;
import dev.negzero.spec.Place;
import dev.negzero.spec.Problem;
import java.util.List;

/** A movement returns the very bits that went in, and LAMPORT turns each -0.0 into +0.0. */
final class LamportMovementRule implements MethodRule {
    @Override
    public List<Finding> check(CollectiveSpec spec, MethodSpec method) {
        if (!method.isOne(operation -> operation.hasData() && !operation.reduces())
                || method.protocol() != Protocol.LAMPORT) {
            return List.of();
        }
        return List.of(Finding.of(
                Problem.LAMPORT_MOVEMENT,
                Place.operation(method, "protocol"),
                "operation",
                method.operation().annotation()));
    }
}
