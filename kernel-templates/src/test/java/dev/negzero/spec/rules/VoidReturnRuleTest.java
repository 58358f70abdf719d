package dev.negzero.spec.rules;

import static dev.negzero.spec.rules.MethodBuilder.allReduce;
import static dev.negzero.spec.rules.TypeBuilder.type;

import dev.negzero.spec.Problem;
import org.junit.jupiter.api.Test;

class VoidReturnRuleTest {
    private final Rule rule = new VoidReturnRule();

    @Test
    void acceptsVoid() {
        Findings.none(rule, type());
    }

    @Test
    void refusesAResult() {
        Findings.one(
                rule,
                type().methods(allReduce("sum").returnType("int")),
                Problem.RETURN_TYPE,
                Findings.parameter(-1),
                "NZ204: a collective is asynchronous and returns nothing; found return type int; return void; results are in the output buffer after rank.synchronize()");
    }
}
