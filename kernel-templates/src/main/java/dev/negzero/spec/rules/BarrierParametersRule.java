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

/** A barrier takes no parameters. */
final class BarrierParametersRule implements MethodRule {
    @Override
    public List<Finding> check(CollectiveSpec spec, MethodSpec method) {
        List<Finding> findings = new ArrayList<>();
        for (int i = 0; i < method.parameters().size() && method.is(Operation.BARRIER); i++) {
            ParameterSpec parameter = method.parameters().get(i);
            if (!parameter.root()) {
                findings.add(Finding.of(
                        Problem.EXTRA_PARAMETER,
                        Place.parameter(method, i),
                        "operation",
                        Operation.BARRIER.annotation(),
                        "expected",
                        "()",
                        "parameter",
                        parameter.name()));
            }
        }
        return findings;
    }
}
