package dev.negzero.spec.rules;

import dev.negzero.spec.CollectiveSpec;
import dev.negzero.spec.Finding;
import dev.negzero.spec.MethodSpec;
import dev.negzero.spec.ParameterSpec;
import dev.negzero.spec.Place;
import dev.negzero.spec.Problem;
import java.util.ArrayList;
import java.util.List;

/** A parameter that names a rank is an int; {@link RootRule} and {@link PeerRule} say whether it may be there at all. */
final class RankTypeRule implements MethodRule {
    @Override
    public List<Finding> check(CollectiveSpec spec, MethodSpec method) {
        List<Finding> findings = new ArrayList<>();
        for (int i = 0; i < method.parameters().size(); i++) {
            ParameterSpec parameter = method.parameters().get(i);
            if (parameter.isRank() && parameter.kind() != ParameterSpec.Kind.INT) {
                findings.add(Finding.of(
                        Problem.RANK_TYPE,
                        Place.parameter(method, i),
                        "mark",
                        parameter.root() ? "Root" : "Peer",
                        "type",
                        parameter.type(),
                        "parameter",
                        parameter.name()));
            }
        }
        return findings;
    }
}
