package dev.negzero.spec.rules;

import static dev.negzero.spec.rules.MethodBuilder.barrier;
import static dev.negzero.spec.rules.TypeBuilder.type;

import dev.negzero.spec.Place;
import dev.negzero.spec.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReservedNameRuleTest {
    private final Rule rule = new ReservedNameRule();

    @Test
    void acceptsOtherNames() {
        Findings.none(rule, type());
    }

    @ParameterizedTest
    @ValueSource(strings = {"open", "openAll", "close", "communicator", "clone", "finalize"})
    void refusesTheLaunchersNames(String name) {
        Findings.one(
                rule,
                type().methods(barrier(name)),
                Problem.RESERVED_NAME,
                new Place(name + "()", -1, "", ""),
                "NZ401: the launcher has a member of this name itself; found " + name + "(); rename the method");
    }

    @Test
    void refusesDefaultMethodsOfTheSameParameters() {
        Findings.one(
                rule,
                type().defaultMethods("open(Rank)", "open()", "other()"),
                Problem.RESERVED_NAME,
                new Place("open(Rank)", -1, "", ""),
                "NZ401: the launcher has a member of this name itself; found open(Rank); rename the method");
    }
}
