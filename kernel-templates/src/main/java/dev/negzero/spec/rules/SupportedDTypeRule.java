package dev.negzero.spec.rules;

import dev.negzero.annotations.DType;
import dev.negzero.spec.CollectiveSpec;
import dev.negzero.spec.Finding;
import dev.negzero.spec.MethodSpec;
import dev.negzero.spec.Operation;
import dev.negzero.spec.Place;
import dev.negzero.spec.Problem;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Refuses element types that this version can't carry out yet; one that several methods inherit is reported once. */
final class SupportedDTypeRule implements Rule {
    @Override
    public List<Finding> check(CollectiveSpec spec) {
        Map<Place, Finding> findings = new LinkedHashMap<>();
        for (MethodSpec method : spec.methods()) {
            if (method.operations().size() == 1
                    && !SupportedDTypes.of(method.operation()).contains(method.dtype())) {
                Place place = method.written().contains("dtype")
                        ? Place.operation(method, "dtype")
                        : Place.collective("dtype");
                findings.putIfAbsent(place, finding(place, method.operation(), method.dtype()));
            }
        }
        return List.copyOf(findings.values());
    }

    private static Finding finding(Place place, Operation operation, DType dtype) {
        String supported =
                SupportedDTypes.of(operation).stream().map(Enum::name).collect(Collectors.joining(", "));
        return Finding.of(
                Problem.UNSUPPORTED_DTYPE,
                place,
                "operation",
                operation.annotation(),
                "dtype",
                dtype,
                "supported",
                supported);
    }
}
