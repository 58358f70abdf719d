package dev.negzero.spec.rules;

import static dev.negzero.spec.rules.MethodBuilder.allReduce;
import static dev.negzero.spec.rules.TypeBuilder.type;

import dev.negzero.spec.Problem;
import org.junit.jupiter.api.Test;

class AgreedInheritanceRuleTest {
    private final Rule rule = new AgreedInheritanceRule();

    @Test
    void acceptsOneDeclaration() {
        Findings.none(rule, type());
    }

    @Test
    void refusesTwoMeanings() {
        Findings.one(
                rule,
                type().methods(allReduce("sum").declaredIn("Left", "Right")),
                Problem.INHERITED_CONFLICT,
                Findings.parameter(-1),
                "NZ203: super-interfaces annotate one method differently; found sum() in Left and Right; override it in Sums with the annotation that you mean");
    }
}
