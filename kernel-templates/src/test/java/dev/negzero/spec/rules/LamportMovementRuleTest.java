package dev.negzero.spec.rules;

import static dev.negzero.spec.rules.TypeBuilder.type;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.Protocol;
import dev.negzero.spec.Operation;
import dev.negzero.spec.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LamportMovementRuleTest {
    private final Rule rule = new LamportMovementRule();

    @ParameterizedTest
    @EnumSource(names = {"ALL_GATHER", "BROADCAST", "SCATTER", "GATHER", "ALL_TO_ALL", "SEND", "RECEIVE"})
    void refusesMovements(Operation operation) {
        Findings.one(
                rule,
                type().methods(MethodBuilder.of("sum", operation).protocol(Protocol.LAMPORT)),
                Problem.LAMPORT_MOVEMENT,
                Findings.sum(operation, "protocol"),
                "NZ304: LAMPORT can't carry -0.0, so it can't move bits unchanged; found protocol LAMPORT on @"
                        + operation.annotation() + "; use AUTO, SIGNAL or MAILBOX");
    }

    /** They have no -0.0, and LAMPORT has no sentinel for them. */
    @Test
    void refusesIntegersToo() {
        Findings.one(
                rule,
                type().methods(MethodBuilder.of("sum", Operation.BROADCAST)
                        .dtype(DType.I32)
                        .protocol(Protocol.LAMPORT)),
                Problem.LAMPORT_MOVEMENT,
                Findings.sum(Operation.BROADCAST, "protocol"),
                "NZ304: LAMPORT can't carry -0.0, so it can't move bits unchanged; found protocol LAMPORT on @Broadcast;"
                        + " use AUTO, SIGNAL or MAILBOX");
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTO", "SIGNAL", "MAILBOX"})
    void acceptsOtherProtocols(Protocol protocol) {
        Findings.none(
                rule, type().methods(MethodBuilder.of("sum", Operation.GATHER).protocol(protocol)));
    }

    @ParameterizedTest
    @EnumSource(names = {"ALL_REDUCE", "REDUCE_SCATTER", "REDUCE", "BARRIER"})
    void leavesTheOthersToTheirRules(Operation operation) {
        Findings.none(rule, type().methods(MethodBuilder.of("sum", operation).protocol(Protocol.LAMPORT)));
    }
}
