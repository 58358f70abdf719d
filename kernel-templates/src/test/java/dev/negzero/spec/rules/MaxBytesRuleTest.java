package dev.negzero.spec.rules;

import static dev.negzero.spec.rules.MethodBuilder.allReduce;
import static dev.negzero.spec.rules.TypeBuilder.type;

import dev.negzero.spec.Operation;
import dev.negzero.spec.Place;
import dev.negzero.spec.Problem;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class MaxBytesRuleTest {
    private final Rule rule = new MaxBytesRule();

    @ParameterizedTest
    @ValueSource(longs = {16, 17, 8 << 20, 1 << 30})
    void acceptsTheRange(long maxBytes) {
        Findings.none(rule, type().maxBytes(maxBytes).methods(allReduce("sum").maxBytes(maxBytes)));
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, -1, 0, 15, (1 << 30) + 1, Long.MAX_VALUE})
    void refusesTheRestOnTheType(long maxBytes) {
        Findings.one(rule, type().maxBytes(maxBytes), Problem.MAX_BYTES, Place.collective("maxBytes"), text(maxBytes));
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 0, Long.MAX_VALUE})
    void refusesTheRestOnAMethod(long maxBytes) {
        Findings.one(
                rule,
                type().methods(allReduce("sum").maxBytes(maxBytes)),
                Problem.MAX_BYTES,
                Findings.sum("maxBytes"),
                text(maxBytes));
    }

    private static String text(long maxBytes) {
        return "NZ113: maxBytes is out of range; found " + maxBytes + "; use 16 to 1073741824 bytes";
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "BARRIER")
    void looksAtEveryOperationWithData(Operation operation) {
        Findings.one(
                rule,
                type().methods(MethodBuilder.of("sum", operation).maxBytes(15)),
                Problem.MAX_BYTES,
                Findings.sum(operation, "maxBytes"),
                "NZ113: maxBytes is out of range; found 15; use 16 to 1073741824 bytes");
    }
}
