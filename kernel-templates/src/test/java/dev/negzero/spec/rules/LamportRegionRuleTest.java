package dev.negzero.spec.rules;

import static dev.negzero.spec.rules.MethodBuilder.allReduce;
import static dev.negzero.spec.rules.TypeBuilder.type;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.Protocol;
import dev.negzero.plan.SignalLayout;
import dev.negzero.spec.Problem;
import org.junit.jupiter.api.Test;

class LamportRegionRuleTest {
    private final Rule rule = new LamportRegionRule();

    @Test
    void isQuietUnderAuto() {
        Findings.none(rule, type().groupSize(16).maxBytes(1 << 30));
    }

    @Test
    void isQuietUpToTheBound() {
        Findings.none(
                rule,
                type().groupSize(2).maxBytes(8 << 20).methods(allReduce("sum").protocol(Protocol.LAMPORT)));
    }

    @Test
    void namesTheMethodThatMakesItLarge() {
        Findings.one(
                rule,
                type().groupSize(3)
                        .methods(
                                allReduce("small").protocol(Protocol.LAMPORT),
                                allReduce("sum").protocol(Protocol.LAMPORT).maxBytes((8 << 20) + 16)),
                Problem.LAMPORT_REGION,
                Findings.sum("protocol"),
                "NZ310: protocol LAMPORT by name reserves 3 slots of maxBytes for each rank; found 73 MiB a rank; set maxBytes to the longest message that it carries, or use AUTO; @SuppressWarnings(\"negzero:NZ310\") if it is meant");
    }

    @Test
    void leavesIllegalValuesToTheirRules() {
        Findings.none(rule, type().groupSize(99).methods(allReduce("sum").protocol(Protocol.LAMPORT)));
        Findings.none(
                rule, type().maxBytes(Long.MAX_VALUE).methods(allReduce("sum").protocol(Protocol.LAMPORT)));
        Findings.none(
                rule,
                type().groupSize(16).methods(allReduce("sum").dtype(DType.I32).protocol(Protocol.LAMPORT)));
    }

    @Test
    void agreesWithTheLayout() {
        assertEquals(SignalLayout.GENERATIONS, LamportRegionRule.GENERATIONS);
    }
}
