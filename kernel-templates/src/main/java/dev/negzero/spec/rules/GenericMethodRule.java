package dev.negzero.spec.rules;

import dev.negzero.spec.CollectiveSpec;
import dev.negzero.spec.Finding;
import dev.negzero.spec.MethodSpec;
import dev.negzero.spec.Place;
import dev.negzero.spec.Problem;
import java.util.List;

/** Kernels are specialised, so there is nothing to generate for a type variable of a method. */
final class GenericMethodRule implements MethodRule {
    @Override
    public List<Finding> check(CollectiveSpec spec, MethodSpec method) {
        if (method.signature().typeParameters().isEmpty()) {
            return List.of();
        }
        return List.of(Finding.of(
                Problem.GENERIC_METHOD,
                Place.method(method),
                "parameters",
                String.join(", ", method.signature().typeParameters()),
                "method",
                method.key(),
                "dtype",
                method.dtype()));
    }
}
