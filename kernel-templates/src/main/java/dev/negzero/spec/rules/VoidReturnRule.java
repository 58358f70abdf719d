package dev.negzero.spec.rules;

import dev.negzero.spec.CollectiveSpec;
import dev.negzero.spec.Finding;
import dev.negzero.spec.MethodSpec;
import dev.negzero.spec.Place;
import dev.negzero.spec.Problem;
import java.util.List;

/** Calls are asynchronous, so there is nothing to return. */
final class VoidReturnRule implements MethodRule {
    @Override
    public List<Finding> check(CollectiveSpec spec, MethodSpec method) {
        if (method.signature().returnType().equals("void")) {
            return List.of();
        }
        return List.of(Finding.of(
                Problem.RETURN_TYPE,
                Place.method(method),
                "returnType",
                method.signature().returnType()));
    }
}
