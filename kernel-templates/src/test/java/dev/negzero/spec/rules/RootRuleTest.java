package dev.negzero.spec.rules;

import static dev.negzero.spec.rules.MethodBuilder.allReduce;
import static dev.negzero.spec.rules.MethodBuilder.barrier;
import static dev.negzero.spec.rules.MethodBuilder.root;
import static dev.negzero.spec.rules.TypeBuilder.type;

import dev.negzero.spec.Operation;
import dev.negzero.spec.Place;
import dev.negzero.spec.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

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

    @ParameterizedTest
    @EnumSource(names = {"REDUCE", "BROADCAST", "SCATTER", "GATHER"})
    void acceptsEitherOnARootedOperation(Operation operation) {
        Findings.none(rule, type().methods(MethodBuilder.of("sum", operation).root(1)));
        Findings.none(rule, type().methods(MethodBuilder.of("sum", operation).parameters(root("rank"))));
    }

    @ParameterizedTest
    @EnumSource(names = {"REDUCE_SCATTER", "ALL_GATHER", "ALL_TO_ALL", "SEND", "RECEIVE"})
    void refusesItWhereNoRankIsRoot(Operation operation) {
        Findings.one(
                rule,
                type().methods(MethodBuilder.of("sum", operation).parameters(root("rank"))),
                Problem.NO_ROOT,
                new Place("sum()", 0, "Root", ""),
                "NZ207: @" + operation.annotation()
                        + " has no root rank; found @Root on parameter rank; remove the parameter");
    }

    @Test
    void refusesNone() {
        Findings.one(
                rule,
                type().methods(MethodBuilder.of("sum", Operation.GATHER)),
                Problem.ROOT_MISSING,
                Findings.sum(),
                "NZ216: @Gather needs a root rank; found neither a value of root nor a parameter with @Root; write"
                        + " @Gather(root = 0), or add the parameter @Root int root");
    }

    @Test
    void refusesBoth() {
        Findings.one(
                rule,
                type().methods(MethodBuilder.of("sum", Operation.SCATTER)
                        .root(1)
                        .parameters(root("rank"))),
                Problem.ROOT_TWICE,
                new Place("sum()", 0, "Root", ""),
                "NZ217: @Scatter has one root rank; found root = 1 and @Root on parameter rank; keep one");
    }

    @Test
    void refusesTwoParameters() {
        Findings.one(
                rule,
                type().methods(MethodBuilder.of("sum", Operation.BROADCAST).parameters(root("a"), root("b"))),
                Problem.ROOT_TWICE,
                new Place("sum()", 1, "Root", ""),
                "NZ217: @Broadcast has one root rank; found @Root on parameter a and @Root on parameter b; keep one");
    }

    @Test
    void leavesMethodsWithoutAnOperationToTheirRule() {
        Findings.none(rule, type().methods(barrier("sum").operations().parameters(root("rank"))));
    }
}
