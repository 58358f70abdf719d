package dev.negzero.spec.rules;

import static dev.negzero.spec.rules.TypeBuilder.type;

import dev.negzero.spec.Place;
import dev.negzero.spec.Problem;
import dev.negzero.spec.TypeShape;
import org.junit.jupiter.api.Test;

class GenericTypeRuleTest {
    private final Rule rule = new GenericTypeRule();

    @Test
    void acceptsAPlainInterface() {
        Findings.none(rule, type());
    }

    @Test
    void leavesAGenericClassToItsOwnRule() {
        Findings.none(rule, type().kind(TypeShape.Kind.CLASS).typeParameters("T"));
    }

    @Test
    void refusesTypeParameters() {
        Findings.one(
                rule,
                type().typeParameters("K", "V"),
                Problem.GENERIC_INTERFACE,
                Place.type(),
                "NZ103: a launcher is specialised to one dtype, so its interface can't be generic; found Sums<K, V>; remove the type parameters, or put @Collective on an interface that extends this one with arguments");
    }
}
