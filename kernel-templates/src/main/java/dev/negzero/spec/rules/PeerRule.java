package dev.negzero.spec.rules;

import dev.negzero.spec.CollectiveSpec;
import dev.negzero.spec.Finding;
import dev.negzero.spec.MethodSpec;
import dev.negzero.spec.ParameterSpec;
import dev.negzero.spec.Place;
import dev.negzero.spec.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A hand-off names the other rank in one parameter; in every other operation all ranks take part. */
final class PeerRule implements MethodRule {
    @Override
    public List<Finding> check(CollectiveSpec spec, MethodSpec method) {
        if (method.operations().size() != 1) {
            return List.of();
        }
        return method.operation().isHandOff() ? handOff(method) : others(method);
    }

    private static List<Finding> handOff(MethodSpec method) {
        List<ParameterSpec> peers =
                method.parameters().stream().filter(ParameterSpec::peer).toList();
        if (peers.size() == 1) {
            return List.of();
        }
        String found = peers.isEmpty()
                ? "no parameter with @Peer"
                : peers.stream().map(ParameterSpec::name).collect(Collectors.joining(" and ", "@Peer on ", ""));
        return List.of(Finding.of(
                Problem.ONE_PEER,
                Place.method(method),
                "operation",
                method.operation().annotation(),
                "found",
                found,
                "name",
                method.operation().peerName()));
    }

    private static List<Finding> others(MethodSpec method) {
        List<Finding> findings = new ArrayList<>();
        for (int i = 0; i < method.parameters().size(); i++) {
            if (method.parameters().get(i).peer()) {
                findings.add(Finding.of(
                        Problem.NO_PEER,
                        Place.parameter(method, i, "Peer"),
                        "operation",
                        method.operation().annotation(),
                        "parameter",
                        method.parameters().get(i).name()));
            }
        }
        return findings;
    }
}
