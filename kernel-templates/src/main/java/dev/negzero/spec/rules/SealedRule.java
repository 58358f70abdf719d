package dev.negzero.spec.rules;

import dev.negzero.spec.CollectiveSpec;
import dev.negzero.spec.Finding;
import dev.negzero.spec.Place;
import dev.negzero.spec.Problem;
import dev.negzero.spec.TypeShape;
import java.util.List;

/** A sealed interface would have to permit its launcher, which doesn't exist yet when it is compiled. */
final class SealedRule implements Rule {
    @Override
    public List<Finding> check(CollectiveSpec spec) {
        if (!spec.shape().sealed() || spec.shape().kind() != TypeShape.Kind.INTERFACE) {
            return List.of();
        }
        return List.of(Finding.of(Problem.SEALED_INTERFACE, Place.type(), "name", spec.sourceName()));
    }
}
