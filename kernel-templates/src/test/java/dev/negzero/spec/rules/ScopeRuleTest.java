package dev.negzero.spec.rules;

import static dev.negzero.spec.rules.TypeBuilder.type;

import dev.negzero.annotations.Scope;
import dev.negzero.spec.Place;
import dev.negzero.spec.Problem;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ScopeRuleTest {
    private final Rule rule = new ScopeRule();

    @ParameterizedTest
    @EnumSource(names = {"SYSTEM", "DEVICE"})
    void acceptsScopesOfRanks(Scope scope) {
        Findings.none(rule, type().scope(scope));
    }

    @ParameterizedTest
    @EnumSource(names = {"WORKGROUP", "WAVEFRONT"})
    void refusesScopesInsideOneRank(Scope scope) {
        Findings.one(
                rule,
                type().scope(scope),
                Problem.SCOPE,
                Place.collective("scope"),
                "NZ112: this scope is for device primitives and names no set of ranks; found " + scope
                        + "; use SYSTEM (ranks are GPUs) or DEVICE (ranks are streams of one GPU)");
    }
}
