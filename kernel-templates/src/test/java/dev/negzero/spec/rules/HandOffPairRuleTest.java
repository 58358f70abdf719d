package dev.negzero.spec.rules;

import static dev.negzero.spec.rules.TypeBuilder.type;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.Protocol;
import dev.negzero.spec.Operation;
import dev.negzero.spec.Problem;
import java.util.List;
import org.junit.jupiter.api.Test;

class HandOffPairRuleTest {
    private final Rule rule = new HandOffPairRule();

    private static MethodBuilder send() {
        return MethodBuilder.of("sum", Operation.SEND);
    }

    private static MethodBuilder receive() {
        return MethodBuilder.of("take", Operation.RECEIVE);
    }

    @Test
    void acceptsAPair() {
        Findings.none(rule, type().methods(send(), receive()));
        Findings.none(
                rule,
                type().methods(
                                send().dtype(DType.I8)
                                        .width(16)
                                        .protocol(Protocol.SIGNAL)
                                        .maxBytes(64),
                                receive()
                                        .dtype(DType.I8)
                                        .width(16)
                                        .protocol(Protocol.SIGNAL)
                                        .maxBytes(64)));
    }

    @Test
    void acceptsSeveralOfOneKind() {
        Findings.none(rule, type().methods(send(), MethodBuilder.of("other", Operation.SEND), receive()));
    }

    @Test
    void acceptsOtherOperationsAlone() {
        Findings.none(rule, type());
    }

    @Test
    void refusesASendAlone() {
        Findings.one(
                rule,
                type().methods(send()),
                Problem.UNPAIRED,
                Findings.sum(),
                "NZ222: @Send needs a @Receive that it can meet; found none of BF16 with width 8, protocol AUTO and maxBytes"
                        + " 8388608; add one, or make the values of both equal");
    }

    @Test
    void refusesAReceiveAlone() {
        Findings.one(
                rule,
                type().methods(MethodBuilder.of("sum", Operation.RECEIVE)),
                Problem.UNPAIRED,
                Findings.sum(),
                "NZ222: @Receive needs a @Send that it can meet; found none of BF16 with width 8, protocol AUTO and"
                        + " maxBytes 8388608; add one, or make the values of both equal");
    }

    /** The first method can meet the second; the third finds none for the value in which it differs. */
    private void differs(MethodBuilder other) {
        assertEquals(
                List.of("other()"),
                rule.check(type().methods(send(), receive(), other).build()).stream()
                        .map(finding -> finding.place().methodKey())
                        .toList());
    }

    @Test
    void looksAtEachValue() {
        differs(MethodBuilder.of("other", Operation.SEND).dtype(DType.F16));
        differs(MethodBuilder.of("other", Operation.SEND).width(4));
        differs(MethodBuilder.of("other", Operation.RECEIVE).protocol(Protocol.MAILBOX));
        differs(MethodBuilder.of("other", Operation.RECEIVE).maxBytes(64));
    }
}
