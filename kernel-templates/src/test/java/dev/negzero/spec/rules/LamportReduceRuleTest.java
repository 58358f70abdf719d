package dev.negzero.spec.rules;

import static dev.negzero.spec.rules.MethodBuilder.allReduce;
import static dev.negzero.spec.rules.TypeBuilder.type;

import dev.negzero.annotations.Protocol;
import dev.negzero.spec.Operation;
import dev.negzero.spec.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LamportReduceRuleTest {
    private final Rule rule = new LamportReduceRule();

    @Test
    void refusesAReduce() {
        Findings.one(
                rule,
                type().methods(MethodBuilder.of("sum", Operation.REDUCE).protocol(Protocol.LAMPORT)),
                Problem.LAMPORT_REDUCE,
                Findings.sum(Operation.REDUCE, "protocol"),
                "NZ305: LAMPORT needs every rank to hear from every other, and in a reduce only the root does; found"
                        + " protocol LAMPORT on @Reduce; use AUTO, SIGNAL or MAILBOX, or @AllReduce");
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTO", "SIGNAL", "MAILBOX"})
    void acceptsOtherProtocols(Protocol protocol) {
        Findings.none(
                rule, type().methods(MethodBuilder.of("sum", Operation.REDUCE).protocol(protocol)));
    }

    @Test
    void acceptsOtherReductions() {
        Findings.none(rule, type().methods(allReduce("sum").protocol(Protocol.LAMPORT)));
        Findings.none(
                rule,
                type().methods(MethodBuilder.of("sum", Operation.REDUCE_SCATTER).protocol(Protocol.LAMPORT)));
    }
}
