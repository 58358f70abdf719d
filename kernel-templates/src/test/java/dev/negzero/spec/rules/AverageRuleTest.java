package dev.negzero.spec.rules;

import static dev.negzero.spec.rules.MethodBuilder.allReduce;
import static dev.negzero.spec.rules.TypeBuilder.type;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.spec.Operation;
import dev.negzero.spec.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AverageRuleTest {
    private final Rule rule = new AverageRule();

    @Test
    void acceptsFloats() {
        Findings.none(rule, type().methods(allReduce("sum").op(ReduceOp.AVG)));
    }

    @Test
    void acceptsOtherOpsOfIntegers() {
        Findings.none(rule, type().methods(allReduce("sum").dtype(DType.I32).op(ReduceOp.MAX)));
    }

    @Test
    void refusesIntegers() {
        Findings.one(
                rule,
                type().dtype(DType.I32).methods(allReduce("sum").op(ReduceOp.AVG)),
                Problem.AVERAGE_DTYPE,
                Findings.sum("op"),
                "NZ302: AVG rounds, so it is for floating-point types only; found op AVG with I32; use SUM and divide as you need");
    }

    @ParameterizedTest
    @EnumSource(names = {"ALL_REDUCE", "REDUCE_SCATTER", "REDUCE"})
    void refusesIntegersOfEachReduction(Operation operation) {
        Findings.one(
                rule,
                type().methods(MethodBuilder.of("sum", operation)
                        .dtype(DType.U8)
                        .op(ReduceOp.AVG)),
                Problem.AVERAGE_DTYPE,
                Findings.sum(operation, "op"),
                "NZ302: AVG rounds, so it is for floating-point types only; found op AVG with U8; use SUM and divide as you"
                        + " need");
    }
}
