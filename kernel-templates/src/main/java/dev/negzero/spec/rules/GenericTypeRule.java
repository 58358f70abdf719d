package dev.negzero.spec.rules;

import dev.negzero.spec.CollectiveSpec;
import dev.negzero.spec.Finding;
import dev.negzero.spec.Place;
import dev.negzero.spec.Problem;
import dev.negzero.spec.TypeShape;
import java.util.List;

/** Kernels are specialised, so there is nothing to generate for a type variable. */
final class GenericTypeRule implements Rule {
    @Override
    public List<Finding> check(CollectiveSpec spec) {
        if (spec.shape().typeParameters().isEmpty() || spec.shape().kind() != TypeShape.Kind.INTERFACE) {
            return List.of();
        }
        return List.of(Finding.of(
                Problem.GENERIC_INTERFACE,
                Place.type(),
                "name",
                spec.sourceName(),
                "parameters",
                String.join(", ", spec.shape().typeParameters())));
    }
}
