package dev.negzero.spec.rules;

import static dev.negzero.spec.rules.TypeBuilder.type;

import dev.negzero.spec.Place;
import dev.negzero.spec.Problem;
import dev.negzero.spec.TypeShape;
import org.junit.jupiter.api.Test;

class EmptyInterfaceRuleTest {
    private final Rule rule = new EmptyInterfaceRule();

    @Test
    void acceptsOneMethod() {
        Findings.none(rule, type());
    }

    @Test
    void leavesAClassToItsOwnRule() {
        Findings.none(rule, type().kind(TypeShape.Kind.CLASS).methods());
    }

    @Test
    void refusesAnInterfaceWithoutMethods() {
        Findings.one(
                rule,
                type().methods(),
                Problem.NO_METHODS,
                Place.type(),
                "NZ105: this interface declares no collective; found no abstract method in Sums; add a method with an op annotation such as @AllReduce, or remove @Collective");
    }
}
