package dev.negzero.spec.rules;

import static dev.negzero.spec.rules.MethodBuilder.root;
import static dev.negzero.spec.rules.TypeBuilder.type;

import dev.negzero.spec.Operation;
import dev.negzero.spec.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RootRangeRuleTest {
    private final Rule rule = new RootRangeRule();

    @Test
    void acceptsRanks() {
        Findings.none(
                rule,
                type().groupSize(3)
                        .methods(MethodBuilder.of("sum", Operation.REDUCE).root(0)));
        Findings.none(
                rule,
                type().groupSize(3)
                        .methods(MethodBuilder.of("sum", Operation.GATHER).root(2)));
    }

    @Test
    void acceptsNone() {
        Findings.none(
                rule, type().methods(MethodBuilder.of("sum", Operation.REDUCE).parameters(root("root"))));
    }

    /** -1 is the default, but nobody writes it and means a rank. */
    @ParameterizedTest
    @ValueSource(ints = {-1, 3, Integer.MAX_VALUE})
    void refusesOthers(int root) {
        Findings.one(
                rule,
                type().groupSize(3)
                        .methods(MethodBuilder.of("sum", Operation.BROADCAST).root(root)),
                Problem.ROOT_RANGE,
                Findings.sum(Operation.BROADCAST, "root"),
                "NZ218: root is no rank of the group; found " + root
                        + "; use 0 to 2, or leave it out and add the parameter @Root int root");
    }

    @Test
    void leavesIllegalGroupsToTheirRule() {
        Findings.none(
                rule,
                type().groupSize(0)
                        .methods(MethodBuilder.of("sum", Operation.BROADCAST).root(0)));
    }
}
