package dev.negzero.spec.rules;

import dev.negzero.annotations.Protocol;
import dev.negzero.spec.CollectiveSpec;
import dev.negzero.spec.Finding;
import dev.negzero.spec.MethodSpec;
import dev.negzero.spec.Place;
import dev.negzero.spec.Problem;
import java.util.List;

/**
 * LAMPORT needs a value that no sanitised message contains, and -0.0 is it. Operations that it can't carry with any type are
 * left to other rules.
 */
final class LamportDTypeRule implements MethodRule {
    @Override
    public List<Finding> check(CollectiveSpec spec, MethodSpec method) {
        if (!method.isOne(operation -> operation.ways().byLamport())
                || method.protocol() != Protocol.LAMPORT
                || method.dtype().isFloat()) {
            return List.of();
        }
        return List.of(Finding.of(Problem.LAMPORT_DTYPE, Place.operation(method, "protocol"), "dtype", method.dtype()));
    }
}
