package dev.negzero.spec.rules;

import dev.negzero.spec.CollectiveSpec;
import dev.negzero.spec.Finding;
import dev.negzero.spec.MethodSpec;
import dev.negzero.spec.ParameterSpec;
import dev.negzero.spec.Place;
import dev.negzero.spec.Problem;
import java.util.ArrayList;
import java.util.List;

/** {@code @Root} stands only on parameters of operations that have a root; none of the present ones has. */
final class RootRule implements MethodRule {
    @Override
    public List<Finding> check(CollectiveSpec spec, MethodSpec method) {
        List<Finding> findings = new ArrayList<>();
        for (int i = 0; i < method.parameters().size() && method.operations().size() == 1; i++) {
            ParameterSpec parameter = method.parameters().get(i);
            if (parameter.root()) {
                findings.add(Finding.of(
                        Problem.NO_ROOT,
                        Place.parameter(method, i, "Root"),
                        "operation",
                        method.operation().annotation(),
                        "parameter",
                        parameter.name()));
            }
        }
        return findings;
    }
}
