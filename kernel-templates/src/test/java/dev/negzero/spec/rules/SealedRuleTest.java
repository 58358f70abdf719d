package dev.negzero.spec.rules;

import static dev.negzero.spec.rules.TypeBuilder.type;

import dev.negzero.spec.Place;
import dev.negzero.spec.Problem;
import dev.negzero.spec.TypeShape;
import org.junit.jupiter.api.Test;

class SealedRuleTest {
    private final Rule rule = new SealedRule();

    @Test
    void acceptsAnOpenInterface() {
        Findings.none(rule, type());
    }

    @Test
    void leavesASealedClassToItsOwnRule() {
        Findings.none(rule, type().kind(TypeShape.Kind.CLASS).sealed());
    }

    @Test
    void refusesASealedInterface() {
        Findings.one(
                rule,
                type().sealed(),
                Problem.SEALED_INTERFACE,
                Place.type(),
                "NZ102: the generated launcher can't implement a sealed interface; found sealed interface Sums; remove sealed");
    }
}
