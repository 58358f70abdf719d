package dev.negzero.spec.rules;

import static dev.negzero.spec.rules.MethodBuilder.barrier;
import static dev.negzero.spec.rules.TypeBuilder.type;

import dev.negzero.spec.Operation;
import dev.negzero.spec.Problem;
import org.junit.jupiter.api.Test;

class OneOperationRuleTest {
    private final Rule rule = new OneOperationRule();

    @Test
    void acceptsOne() {
        Findings.none(rule, type());
    }

    @Test
    void refusesNone() {
        Findings.one(
                rule,
                type().methods(barrier("sum").operations()),
                Problem.NO_OPERATION,
                Findings.parameter(-1),
                "NZ201: an abstract method of a @Collective interface needs an op annotation; found none on sum(); add one, such as @AllReduce, or give the method a default body");
    }

    @Test
    void refusesSeveral() {
        Findings.one(
                rule,
                type().methods(barrier("sum").operations(Operation.ALL_REDUCE, Operation.BARRIER)),
                Problem.SEVERAL_OPERATIONS,
                Findings.parameter(-1),
                "NZ202: a method is one collective; found @AllReduce and @Barrier on sum(); keep one, and write a method for each other");
    }
}
