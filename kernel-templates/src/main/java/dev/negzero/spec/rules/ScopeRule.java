package dev.negzero.spec.rules;

import dev.negzero.annotations.Scope;
import dev.negzero.spec.CollectiveSpec;
import dev.negzero.spec.Finding;
import dev.negzero.spec.Place;
import dev.negzero.spec.Problem;
import java.util.List;

/** Only {@link Scope#SYSTEM} and {@link Scope#DEVICE} name a set of ranks. */
final class ScopeRule implements Rule {
    @Override
    public List<Finding> check(CollectiveSpec spec) {
        if (spec.scope() == Scope.SYSTEM || spec.scope() == Scope.DEVICE) {
            return List.of();
        }
        return List.of(Finding.of(Problem.SCOPE, Place.collective("scope"), "scope", spec.scope()));
    }
}
