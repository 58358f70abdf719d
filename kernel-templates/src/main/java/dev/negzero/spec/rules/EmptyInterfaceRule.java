package dev.negzero.spec.rules;

import dev.negzero.spec.CollectiveSpec;
import dev.negzero.spec.Finding;
import dev.negzero.spec.Place;
import dev.negzero.spec.Problem;
import dev.negzero.spec.TypeShape;
import java.util.List;

/** An interface without collectives is a mistake: there would be a launcher that can't do anything. */
final class EmptyInterfaceRule implements Rule {
    @Override
    public List<Finding> check(CollectiveSpec spec) {
        if (!spec.methods().isEmpty() || spec.shape().kind() != TypeShape.Kind.INTERFACE) {
            return List.of();
        }
        return List.of(Finding.of(Problem.NO_METHODS, Place.type(), "name", spec.sourceName()));
    }
}
