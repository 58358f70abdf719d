package dev.negzero.spec.rules;

import dev.negzero.spec.CollectiveSpec;
import dev.negzero.spec.Finding;
import dev.negzero.spec.MethodSpec;
import dev.negzero.spec.Place;
import dev.negzero.spec.Problem;
import java.util.List;
import java.util.stream.Collectors;

/** {@code dtype} of an op annotation is an array only because annotations know no other optional value. */
final class OneDTypeRule implements MethodRule {
    @Override
    public List<Finding> check(CollectiveSpec spec, MethodSpec method) {
        if (method.operations().size() != 1 || method.dtypes().size() == 1) {
            return List.of();
        }
        return List.of(Finding.of(
                Problem.ONE_DTYPE,
                Place.operation(method, "dtype"),
                "dtypes",
                method.dtypes().stream().map(Enum::name).collect(Collectors.joining(", "))));
    }
}
