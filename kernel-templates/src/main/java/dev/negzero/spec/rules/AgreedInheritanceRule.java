package dev.negzero.spec.rules;

import dev.negzero.spec.CollectiveSpec;
import dev.negzero.spec.Finding;
import dev.negzero.spec.MethodSpec;
import dev.negzero.spec.Place;
import dev.negzero.spec.Problem;
import java.util.List;

/** Two super-interfaces that declare one method mean the same by it, or the interface says which it means. */
final class AgreedInheritanceRule implements MethodRule {
    @Override
    public List<Finding> check(CollectiveSpec spec, MethodSpec method) {
        if (method.declaredIn().size() < 2) {
            return List.of();
        }
        return List.of(Finding.of(
                Problem.INHERITED_CONFLICT,
                Place.method(method),
                "method",
                method.key(),
                "types",
                String.join(" and ", method.declaredIn()),
                "name",
                spec.sourceName()));
    }
}
