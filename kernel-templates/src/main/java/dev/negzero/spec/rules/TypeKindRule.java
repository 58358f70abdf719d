package dev.negzero.spec.rules;

import dev.negzero.spec.CollectiveSpec;
import dev.negzero.spec.Finding;
import dev.negzero.spec.Place;
import dev.negzero.spec.Problem;
import dev.negzero.spec.TypeShape;
import java.util.List;

/** Only an interface can have a launcher that implements it. */
final class TypeKindRule implements Rule {
    @Override
    public List<Finding> check(CollectiveSpec spec) {
        if (spec.shape().kind() == TypeShape.Kind.INTERFACE) {
            return List.of();
        }
        return List.of(Finding.of(
                Problem.NOT_AN_INTERFACE,
                Place.type(),
                "kind",
                spec.shape().kind().text(),
                "name",
                spec.sourceName()));
    }
}
