package dev.negzero.spec.rules;

import dev.negzero.spec.CollectiveSpec;
import dev.negzero.spec.Finding;
import dev.negzero.spec.Place;
import dev.negzero.spec.Problem;
import java.util.List;
import java.util.stream.Stream;

/** A launcher inherits the types in its interface; one of its own name would stand for it in its own body. */
final class HiddenLauncherRule implements Rule {
    @Override
    public List<Finding> check(CollectiveSpec spec) {
        return Stream.of(spec.launcherName())
                .filter(spec.shape().memberTypes()::contains)
                .map(type -> Finding.of(Problem.HIDDEN_LAUNCHER, Place.type(), "type", type, "name", spec.sourceName()))
                .toList();
    }
}
