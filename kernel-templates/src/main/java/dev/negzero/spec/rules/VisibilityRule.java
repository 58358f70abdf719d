package dev.negzero.spec.rules;

import dev.negzero.spec.CollectiveSpec;
import dev.negzero.spec.Finding;
import dev.negzero.spec.Place;
import dev.negzero.spec.Problem;
import java.util.List;

/** The launcher is a top-level class of the same package, which sees everything but private types. */
final class VisibilityRule implements Rule {
    @Override
    public List<Finding> check(CollectiveSpec spec) {
        return spec.shape().privateTypes().stream()
                .map(type -> Finding.of(Problem.NOT_VISIBLE, Place.type(), "type", type))
                .toList();
    }
}
