package dev.negzero.spec.rules;

import static dev.negzero.spec.rules.MethodBuilder.barrier;
import static dev.negzero.spec.rules.MethodBuilder.peer;
import static dev.negzero.spec.rules.TypeBuilder.type;

import dev.negzero.spec.Operation;
import dev.negzero.spec.Place;
import dev.negzero.spec.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PeerRuleTest {
    private final Rule rule = new PeerRule();

    @ParameterizedTest
    @EnumSource(names = {"SEND", "RECEIVE"})
    void acceptsOneOnAHandOff(Operation operation) {
        Findings.none(rule, type().methods(MethodBuilder.of("sum", operation).parameters(peer("rank"))));
    }

    @Test
    void refusesNone() {
        Findings.one(
                rule,
                type().methods(MethodBuilder.of("sum", Operation.SEND)),
                Problem.ONE_PEER,
                Findings.sum(),
                "NZ221: @Send names the other rank in one parameter; found no parameter with @Peer; declare one, @Peer int"
                        + " to");
    }

    @Test
    void refusesTwo() {
        Findings.one(
                rule,
                type().methods(MethodBuilder.of("sum", Operation.RECEIVE).parameters(peer("a"), peer("b"))),
                Problem.ONE_PEER,
                Findings.sum(),
                "NZ221: @Receive names the other rank in one parameter; found @Peer on a and b; declare one, @Peer int"
                        + " from");
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"SEND", "RECEIVE"})
    void refusesItWhereAllRanksTakePart(Operation operation) {
        Findings.one(
                rule,
                type().methods(MethodBuilder.of("sum", operation).parameters(peer("rank"))),
                Problem.NO_PEER,
                new Place("sum()", 0, "Peer", ""),
                "NZ220: @" + operation.annotation()
                        + " has no peer rank: all ranks take part; found @Peer on parameter rank; remove the parameter");
    }

    @Test
    void leavesMethodsWithoutAnOperationToTheirRule() {
        Findings.none(rule, type().methods(barrier("sum").operations().parameters(peer("rank"))));
    }
}
