package dev.negzero.spec.rules;

import static dev.negzero.spec.rules.MethodBuilder.allReduce;
import static dev.negzero.spec.rules.MethodBuilder.barrier;
import static dev.negzero.spec.rules.TypeBuilder.type;

import dev.negzero.annotations.Protocol;
import dev.negzero.spec.Operation;
import dev.negzero.spec.Place;
import dev.negzero.spec.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TileRuleTest {
    private final Rule rule = new TileRule();

    @Test
    void acceptsOnePackForEachRank() {
        Findings.none(rule, type().groupSize(4).maxBytes(64));
    }

    @Test
    void standsOnTheTypeOnce() {
        Findings.one(
                rule,
                type().groupSize(4).maxBytes(63).methods(allReduce("a"), allReduce("b")),
                Problem.MAX_BYTES_TILE,
                Place.collective("maxBytes"),
                "NZ114: maxBytes must hold one pack for each rank; found 63 bytes for 4 ranks x 16 bytes; use at least 64, or protocol LAMPORT or MAILBOX");
    }

    @Test
    void standsOnAMethodsOwnValue() {
        Findings.one(
                rule,
                type().groupSize(4)
                        .methods(allReduce("sum").protocol(Protocol.SIGNAL).maxBytes(32)),
                Problem.MAX_BYTES_TILE,
                Findings.sum("maxBytes"),
                "NZ114: maxBytes must hold one pack for each rank; found 32 bytes for 4 ranks x 16 bytes; use at least 64, or protocol LAMPORT or MAILBOX");
    }

    @Test
    void acceptsProtocolsWithoutTiles() {
        Findings.none(
                rule,
                type().groupSize(4)
                        .maxBytes(16)
                        .methods(
                                allReduce("a").protocol(Protocol.LAMPORT),
                                allReduce("b").protocol(Protocol.MAILBOX),
                                barrier("c")));
    }

    @Test
    void leavesIllegalValuesToTheirRules() {
        Findings.none(rule, type().groupSize(17).maxBytes(16));
        Findings.none(rule, type().width(9).maxBytes(16));
        Findings.none(rule, type().groupSize(4).maxBytes(-1));
    }

    @ParameterizedTest
    @EnumSource(names = {"REDUCE_SCATTER", "SCATTER", "ALL_TO_ALL", "BROADCAST"})
    void looksAtOperationsThatCutTheirTiles(Operation operation) {
        Findings.none(
                rule,
                type().groupSize(4).methods(MethodBuilder.of("sum", operation).maxBytes(64)));
        Findings.one(
                rule,
                type().groupSize(4).methods(MethodBuilder.of("sum", operation).maxBytes(63)),
                Problem.MAX_BYTES_TILE,
                Findings.sum(operation, "maxBytes"),
                "NZ114: maxBytes must hold one pack for each rank; found 63 bytes for 4 ranks x 16 bytes; use at least 64,"
                        + " or protocol LAMPORT or MAILBOX");
    }

    @ParameterizedTest
    @EnumSource(names = {"REDUCE", "ALL_GATHER", "GATHER", "SEND", "RECEIVE"})
    void acceptsOnePackWhereATileIsWhole(Operation operation) {
        Findings.none(rule, type().groupSize(4).maxBytes(16).methods(MethodBuilder.of("sum", operation)));
    }
}
