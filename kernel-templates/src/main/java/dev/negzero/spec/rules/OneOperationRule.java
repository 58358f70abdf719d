package dev.negzero.spec.rules;

import dev.negzero.spec.CollectiveSpec;
import dev.negzero.spec.Finding;
import dev.negzero.spec.MethodSpec;
import dev.negzero.spec.Place;
import dev.negzero.spec.Problem;
import java.util.List;
import java.util.stream.Collectors;

/** Each abstract method is exactly one collective. */
final class OneOperationRule implements MethodRule {
    @Override
    public List<Finding> check(CollectiveSpec spec, MethodSpec method) {
        if (method.operations().isEmpty()) {
            return List.of(Finding.of(Problem.NO_OPERATION, Place.method(method), "method", method.key()));
        }
        if (method.operations().size() == 1) {
            return List.of();
        }
        String operations = method.operations().stream()
                .map(operation -> "@" + operation.annotation())
                .collect(Collectors.joining(" and "));
        return List.of(Finding.of(
                Problem.SEVERAL_OPERATIONS, Place.method(method), "operations", operations, "method", method.key()));
    }
}
