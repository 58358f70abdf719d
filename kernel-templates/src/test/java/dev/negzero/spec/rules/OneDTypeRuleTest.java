package dev.negzero.spec.rules;

import static dev.negzero.spec.rules.MethodBuilder.allReduce;
import static dev.negzero.spec.rules.TypeBuilder.type;

import dev.negzero.annotations.DType;
import dev.negzero.spec.Problem;
import org.junit.jupiter.api.Test;

class OneDTypeRuleTest {
    private final Rule rule = new OneDTypeRule();

    @Test
    void acceptsNoneAndOne() {
        Findings.none(rule, type());
        Findings.none(rule, type().methods(allReduce("sum").dtype(DType.F16)));
    }

    @Test
    void refusesSeveral() {
        Findings.one(
                rule,
                type().methods(allReduce("sum").dtype(DType.BF16, DType.F16)),
                Problem.ONE_DTYPE,
                Findings.sum("dtype"),
                "NZ115: a method has one element type; found BF16, F16; keep one, and write a method for each other");
    }
}
