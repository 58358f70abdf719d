package dev.negzero.spec.rules;

import static dev.negzero.spec.rules.MethodBuilder.peer;
import static dev.negzero.spec.rules.MethodBuilder.root;
import static dev.negzero.spec.rules.TypeBuilder.type;

import dev.negzero.spec.Operation;
import dev.negzero.spec.ParameterSpec.Kind;
import dev.negzero.spec.Problem;
import org.junit.jupiter.api.Test;

class RankTypeRuleTest {
    private final Rule rule = new RankTypeRule();

    @Test
    void acceptsInts() {
        Findings.none(
                rule, type().methods(MethodBuilder.of("sum", Operation.REDUCE).parameters(root("root"))));
        Findings.none(
                rule, type().methods(MethodBuilder.of("sum", Operation.SEND).parameters(peer("to"))));
    }

    @Test
    void refusesAnotherTypeOfRoot() {
        Findings.one(
                rule,
                type().methods(MethodBuilder.of("sum", Operation.REDUCE).parameters(root("root", "long", Kind.LONG))),
                Problem.RANK_TYPE,
                Findings.parameter(0),
                "NZ219: @Root stands on an int parameter; found long root; write @Root int root");
    }

    @Test
    void refusesAnotherTypeOfPeer() {
        Findings.one(
                rule,
                type().methods(MethodBuilder.of("sum", Operation.SEND)
                        .parameters(peer("to", "java.lang.Integer", Kind.OTHER))),
                Problem.RANK_TYPE,
                Findings.parameter(0),
                "NZ219: @Peer stands on an int parameter; found java.lang.Integer to; write @Peer int to");
    }
}
