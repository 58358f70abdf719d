package dev.negzero.spec.rules;

import dev.negzero.spec.CollectiveSpec;
import dev.negzero.spec.Finding;
import dev.negzero.spec.MethodSpec;
import java.util.List;

/** A rule that looks at one method at a time. */
interface MethodRule extends Rule {
    /** All places in one method that break it. */
    List<Finding> check(CollectiveSpec spec, MethodSpec method);

    @Override
    default List<Finding> check(CollectiveSpec spec) {
        return spec.methods().stream()
                .flatMap(method -> check(spec, method).stream())
                .toList();
    }
}
