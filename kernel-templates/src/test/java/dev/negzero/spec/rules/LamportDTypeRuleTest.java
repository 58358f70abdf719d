package dev.negzero.spec.rules;

import static dev.negzero.spec.rules.MethodBuilder.allReduce;
import static dev.negzero.spec.rules.TypeBuilder.type;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.Protocol;
import dev.negzero.spec.Operation;
import dev.negzero.spec.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LamportDTypeRuleTest {
    private final Rule rule = new LamportDTypeRule();

    @ParameterizedTest
    @EnumSource(names = {"BF16", "F16", "F32", "F64", "F8E4M3", "F8E5M2"})
    void acceptsFloats(DType dtype) {
        Findings.none(rule, type().methods(allReduce("sum").dtype(dtype).protocol(Protocol.LAMPORT)));
    }

    @ParameterizedTest
    @EnumSource(names = {"I8", "U8", "I32", "I64"})
    void refusesIntegers(DType dtype) {
        Findings.one(
                rule,
                type().methods(allReduce("sum").dtype(dtype).protocol(Protocol.LAMPORT)),
                Problem.LAMPORT_DTYPE,
                Findings.sum("protocol"),
                "NZ301: LAMPORT marks an empty slot with -0.0, which integers don't have; found protocol LAMPORT with "
                        + dtype + "; use AUTO, SIGNAL or MAILBOX");
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTO", "SIGNAL", "MAILBOX"})
    void acceptsIntegersWithOtherProtocols(Protocol protocol) {
        Findings.none(rule, type().methods(allReduce("sum").dtype(DType.I32).protocol(protocol)));
    }

    @Test
    void refusesIntegersOfAReduceScatter() {
        Findings.one(
                rule,
                type().methods(MethodBuilder.of("sum", Operation.REDUCE_SCATTER)
                        .dtype(DType.I64)
                        .protocol(Protocol.LAMPORT)),
                Problem.LAMPORT_DTYPE,
                Findings.sum(Operation.REDUCE_SCATTER, "protocol"),
                "NZ301: LAMPORT marks an empty slot with -0.0, which integers don't have; found protocol LAMPORT with I64;"
                        + " use AUTO, SIGNAL or MAILBOX");
    }

    @ParameterizedTest
    @EnumSource(names = {"REDUCE", "BROADCAST", "SEND"})
    void leavesOperationsWithoutLamportToTheirRules(Operation operation) {
        Findings.none(
                rule,
                type().methods(MethodBuilder.of("sum", operation)
                        .dtype(DType.I64)
                        .protocol(Protocol.LAMPORT)));
    }
}
