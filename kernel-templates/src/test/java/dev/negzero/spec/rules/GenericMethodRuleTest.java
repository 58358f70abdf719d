package dev.negzero.spec.rules;

import static dev.negzero.spec.rules.MethodBuilder.allReduce;
import static dev.negzero.spec.rules.TypeBuilder.type;

import dev.negzero.spec.Problem;
import org.junit.jupiter.api.Test;

class GenericMethodRuleTest {
    private final Rule rule = new GenericMethodRule();

    @Test
    void acceptsAPlainMethod() {
        Findings.none(rule, type());
    }

    @Test
    void refusesTypeParameters() {
        Findings.one(
                rule,
                type().methods(allReduce("sum").typeParameters("T")),
                Problem.GENERIC_METHOD,
                Findings.parameter(-1),
                "NZ206: a kernel is specialised to one dtype, so its method can't be generic; found <T> on sum(); remove the type parameters and name the marker, as in DeviceBuffer<BF16>");
    }
}
