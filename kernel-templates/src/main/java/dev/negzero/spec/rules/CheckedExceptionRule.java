package dev.negzero.spec.rules;

import dev.negzero.spec.CollectiveSpec;
import dev.negzero.spec.Finding;
import dev.negzero.spec.MethodSpec;
import dev.negzero.spec.Place;
import dev.negzero.spec.Problem;
import java.util.List;

/** The launcher throws unchecked exceptions only. */
final class CheckedExceptionRule implements MethodRule {
    @Override
    public List<Finding> check(CollectiveSpec spec, MethodSpec method) {
        if (method.signature().checkedExceptions().isEmpty()) {
            return List.of();
        }
        return List.of(Finding.of(
                Problem.CHECKED_EXCEPTION,
                Place.method(method),
                "exceptions",
                String.join(", ", method.signature().checkedExceptions())));
    }
}
