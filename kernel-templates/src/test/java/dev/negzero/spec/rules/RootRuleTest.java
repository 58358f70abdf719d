package dev.negzero.spec.rules;

import static dev.negzero.spec.rules.MethodBuilder.allReduce;
import static dev.negzero.spec.rules.MethodBuilder.barrier;
import static dev.negzero.spec.rules.MethodBuilder.root;
import static dev.negzero.spec.rules.TypeBuilder.type;

import dev.negzero.spec.Place;
import dev.negzero.spec.Problem;
import org.junit.jupiter.api.Test;

class RootRuleTest {
    private final Rule rule = new RootRule();

    @Test
    void acceptsMethodsWithoutIt() {
        Findings.none(rule, type());
    }

    @Test
    void refusesItOnAnAllReduce() {
        Findings.one(
                rule,
                type().methods(allReduce("sum").parameters(root("rank"))),
                Problem.NO_ROOT,
                new Place("sum()", 0, "Root", ""),
                "NZ207: @AllReduce has no root rank; found @Root on parameter rank; remove the parameter");
    }

    @Test
    void refusesItOnABarrier() {
        Findings.one(
                rule,
                type().methods(barrier("sum").parameters(root("rank"))),
                Problem.NO_ROOT,
                new Place("sum()", 0, "Root", ""),
                "NZ207: @Barrier has no root rank; found @Root on parameter rank; remove the parameter");
    }

    @Test
    void leavesMethodsWithoutAnOperationToTheirRule() {
        Findings.none(rule, type().methods(barrier("sum").operations().parameters(root("rank"))));
    }
}
