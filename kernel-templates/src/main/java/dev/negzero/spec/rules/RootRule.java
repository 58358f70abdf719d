package dev.negzero.spec.rules;

import dev.negzero.spec.CollectiveSpec;
import dev.negzero.spec.Finding;
import dev.negzero.spec.MethodSpec;
import dev.negzero.spec.Operation;
import dev.negzero.spec.ParameterSpec;
import dev.negzero.spec.Place;
import dev.negzero.spec.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** A rooted operation names its root once: as a value of its annotation or in a parameter. The others name none. */
final class RootRule implements MethodRule {
    @Override
    public List<Finding> check(CollectiveSpec spec, MethodSpec method) {
        List<Integer> marked = IntStream.range(0, method.parameters().size())
                .filter(i -> method.parameters().get(i).root())
                .boxed()
                .toList();
        if (method.isOne(Operation::isRooted)) {
            return rooted(method, marked);
        }
        return method.operations().size() == 1 ? unrooted(method, marked) : List.of();
    }

    private static List<Finding> unrooted(MethodSpec method, List<Integer> marked) {
        List<Finding> findings = new ArrayList<>();
        for (int index : marked) {
            findings.add(Finding.of(
                    Problem.NO_ROOT,
                    Place.parameter(method, index, "Root"),
                    "operation",
                    method.operation().annotation(),
                    "parameter",
                    method.parameters().get(index).name()));
        }
        return findings;
    }

    private static List<Finding> rooted(MethodSpec method, List<Integer> marked) {
        boolean written = method.written().contains("root");
        String operation = method.operation().annotation();
        if (!written && marked.isEmpty()) {
            return List.of(Finding.of(Problem.ROOT_MISSING, Place.method(method), "operation", operation));
        }
        List<Finding> findings = new ArrayList<>();
        String first = written ? "root = " + method.root() : "";
        for (int index : marked) {
            ParameterSpec parameter = method.parameters().get(index);
            String mark = "@Root on parameter " + parameter.name();
            if (first.isEmpty()) {
                first = mark;
            } else {
                findings.add(Finding.of(
                        Problem.ROOT_TWICE,
                        Place.parameter(method, index, "Root"),
                        "operation",
                        operation,
                        "found",
                        first + " and " + mark));
            }
        }
        return findings;
    }
}
