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

/**
 * An all-reduce takes two buffers of its dtype and a count. Parameters that carry {@code @Root} are left to
 * {@link RootRule}.
 */
final class AllReduceParametersRule implements MethodRule {
    private static final int ARITY = 3;

    @Override
    public List<Finding> check(CollectiveSpec spec, MethodSpec method) {
        if (!method.is(Operation.ALL_REDUCE)) {
            return List.of();
        }
        List<Finding> findings = new ArrayList<>();
        List<Integer> indexes = IntStream.range(0, method.parameters().size())
                .filter(i -> !method.parameters().get(i).root())
                .boxed()
                .toList();
        boolean complete = indexes.size() >= ARITY;
        if (!complete) {
            findings.add(Finding.of(
                    Problem.MISSING_PARAMETER,
                    Place.method(method),
                    "operation",
                    Operation.ALL_REDUCE.annotation(),
                    "expected",
                    expected(method),
                    "found",
                    method.signature().parameterText()));
        }
        for (int position = 0; position < indexes.size(); position++) {
            Slot slot = new Slot(method, indexes.get(position), position);
            if (complete) {
                findings.addAll(slot.check());
            } else {
                findings.addAll(slot.checkMarker());
            }
        }
        return findings;
    }

    private static String expected(MethodSpec method) {
        String buffer = "DeviceBuffer<" + method.dtype() + ">";
        return "(" + buffer + " in, " + buffer + " out, long count)";
    }

    /**
     * One parameter and where it stands.
     *
     * @param method its method
     * @param index its index in the source
     * @param position its position among the parameters that aren't roots
     */
    private record Slot(MethodSpec method, int index, int position) {
        private ParameterSpec found() {
            return method.parameters().get(index);
        }

        private String wanted() {
            if (position == ARITY - 1) {
                return "long";
            }
            String buffer = found().type().startsWith("SymmetricBuffer") ? "SymmetricBuffer" : "DeviceBuffer";
            return buffer + "<" + method.dtype() + ">";
        }

        private List<Finding> check() {
            if (position >= ARITY) {
                return List.of(finding(
                        Problem.EXTRA_PARAMETER,
                        "operation",
                        Operation.ALL_REDUCE.annotation(),
                        "expected",
                        expected(method),
                        "parameter",
                        found().name()));
            }
            if (found().varargs()) {
                return List.of(finding(
                        Problem.VARARGS, "type", found().type(), "parameter", found().name(), "wanted", wanted()));
            }
            boolean buffer = found().isTypedBuffer() || found().kind() == ParameterSpec.Kind.UNTYPED_BUFFER;
            boolean count = position == ARITY - 1;
            if (count ? found().kind() != ParameterSpec.Kind.LONG : !buffer) {
                return List.of(type());
            }
            return checkMarker();
        }

        private Finding type() {
            return finding(
                    Problem.PARAMETER_TYPE,
                    "operation",
                    Operation.ALL_REDUCE.annotation(),
                    "expected",
                    expected(method),
                    "type",
                    found().type(),
                    "parameter",
                    found().name(),
                    "number",
                    position + 1,
                    "wanted",
                    wanted());
        }

        /** What can be said of a buffer without knowing its position. */
        private List<Finding> checkMarker() {
            if (found().kind() == ParameterSpec.Kind.UNTYPED_BUFFER) {
                return List.of(finding(
                        Problem.UNTYPED_BUFFER,
                        "type",
                        found().type(),
                        "parameter",
                        found().name(),
                        "wanted",
                        wanted()));
            }
            boolean agrees = method.dtypes().stream().anyMatch(d -> d.name().equals(found().element()));
            if (!found().isTypedBuffer() || agrees) {
                return List.of();
            }
            return List.of(finding(
                    Problem.WRONG_MARKER,
                    "dtype",
                    method.dtype(),
                    "type",
                    found().type(),
                    "parameter",
                    found().name(),
                    "wanted",
                    wanted(),
                    "element",
                    found().element()));
        }

        private Finding finding(Problem problem, Object... values) {
            return Finding.of(problem, Place.parameter(method, index), values);
        }
    }
}
