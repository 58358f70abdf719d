package dev.negzero.spec.rules;

import static dev.negzero.spec.rules.MethodBuilder.barrier;
import static dev.negzero.spec.rules.MethodBuilder.count;
import static dev.negzero.spec.rules.MethodBuilder.root;
import static dev.negzero.spec.rules.TypeBuilder.type;

import dev.negzero.spec.Problem;
import org.junit.jupiter.api.Test;

class BarrierParametersRuleTest {
    private final Rule rule = new BarrierParametersRule();

    @Test
    void acceptsNone() {
        Findings.none(rule, type().methods(barrier("sum")));
    }

    @Test
    void refusesEach() {
        Findings.one(
                rule,
                type().methods(barrier("sum").parameters(count())),
                Problem.EXTRA_PARAMETER,
                Findings.parameter(0),
                "NZ211: @Barrier takes (); found the extra parameter count; remove it");
    }

    @Test
    void leavesRootsToTheirRule() {
        Findings.none(rule, type().methods(barrier("sum").parameters(root("rank"))));
    }

    @Test
    void leavesAllReduceToItsRule() {
        Findings.none(rule, type());
    }
}
