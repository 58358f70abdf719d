package dev.negzero.spec.rules;

import dev.negzero.spec.CollectiveSpec;
import dev.negzero.spec.Finding;
import dev.negzero.spec.MethodSpec;
import dev.negzero.spec.ParameterSpec;
import dev.negzero.spec.Place;
import dev.negzero.spec.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A method takes what {@link ParameterShape} says of its operation. Parameters that name a rank are left to
 * {@link RootRule} and {@link PeerRule}.
 */
final class ParametersRule implements MethodRule {
    @Override
    public List<Finding> check(CollectiveSpec spec, MethodSpec method) {
        if (method.operations().size() != 1) {
            return List.of();
        }
        ParameterShape shape = ParameterShape.of(method.operation());
        List<Finding> findings = new ArrayList<>();
        List<Integer> indexes = IntStream.range(0, method.parameters().size())
                .filter(i -> !method.parameters().get(i).isRank())
                .boxed()
                .toList();
        boolean complete = indexes.size() >= shape.size();
        if (!complete) {
            findings.add(Finding.of(
                    Problem.MISSING_PARAMETER,
                    Place.method(method),
                    "operation",
                    method.operation().annotation(),
                    "expected",
                    shape.text(method),
                    "found",
                    method.signature().parameterText()));
        }
        for (int position = 0; position < indexes.size(); position++) {
            Slot slot = new Slot(method, shape, indexes.get(position), position);
            if (complete) {
                findings.addAll(slot.check());
            } else {
                findings.addAll(slot.checkMarker());
            }
        }
        return findings;
    }

    /**
     * One parameter and where it stands.
     *
     * @param method its method
     * @param shape what the method takes
     * @param index its index in the source
     * @param position its position among the parameters that don't name a rank
     */
    private record Slot(MethodSpec method, ParameterShape shape, int index, int position) {
        private ParameterSpec found() {
            return method.parameters().get(index);
        }

        private String wanted() {
            if (!shape.isBuffer(position)) {
                return shape.countType();
            }
            String buffer = found().type().startsWith("SymmetricBuffer") ? "SymmetricBuffer" : "DeviceBuffer";
            return buffer + "<" + method.dtype() + ">";
        }

        private List<Finding> check() {
            if (position >= shape.size()) {
                return List.of(finding(
                        Problem.EXTRA_PARAMETER,
                        "operation",
                        method.operation().annotation(),
                        "expected",
                        shape.text(method),
                        "parameter",
                        found().name()));
            }
            if (found().varargs()) {
                return List.of(finding(
                        Problem.VARARGS, "type", found().type(), "parameter", found().name(), "wanted", wanted()));
            }
            return shape.accepts(position, found().kind()) ? checkMarker() : List.of(type());
        }

        private Finding type() {
            return finding(
                    Problem.PARAMETER_TYPE,
                    "operation",
                    method.operation().annotation(),
                    "expected",
                    shape.text(method),
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
