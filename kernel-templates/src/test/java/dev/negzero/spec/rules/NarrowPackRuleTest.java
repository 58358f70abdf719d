package dev.negzero.spec.rules;

import static dev.negzero.spec.rules.MethodBuilder.allReduce;
import static dev.negzero.spec.rules.MethodBuilder.barrier;
import static dev.negzero.spec.rules.TypeBuilder.type;

import dev.negzero.annotations.DType;
import dev.negzero.spec.Place;
import dev.negzero.spec.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NarrowPackRuleTest {
    private static final String TEXT =
            "NZ311: a pack of fewer than 16 bytes takes more accesses for the same message; found"
                    + " width %d x %s = %d bytes; use width %d; @SuppressWarnings(\"negzero:NZ311\") if it is meant";

    private final Rule rule = new NarrowPackRule();

    @ParameterizedTest
    @CsvSource({"BF16, 8", "F32, 4", "F64, 2", "I8, 16", "BF16, 3", "BF16, 16", "BF16, 0"})
    void isQuietAboutTheWidestAndLeavesIllegalOnesToTheirRule(DType dtype, int width) {
        Findings.none(rule, type().dtype(dtype).width(width));
    }

    @ParameterizedTest
    @CsvSource({"BF16, 4, 8, 8", "BF16, 2, 4, 8", "F32, 1, 4, 4", "F64, 1, 8, 2", "I8, 8, 8, 16"})
    void warnsOnTheTypesWidth(DType dtype, int width, int bytes, int widest) {
        Findings.one(
                rule,
                type().dtype(dtype).width(width),
                Problem.NARROW_PACK,
                Place.collective("width"),
                TEXT.formatted(width, dtype, bytes, widest));
    }

    @Test
    void warnsOnAMethodsOwnWidthOrDType() {
        Findings.one(
                rule,
                type().methods(allReduce("sum").width(4)),
                Problem.NARROW_PACK,
                Findings.sum("width"),
                TEXT.formatted(4, DType.BF16, 8, 8));
        Findings.one(
                rule,
                type().methods(allReduce("sum").dtype(DType.I8)),
                Problem.NARROW_PACK,
                Findings.sum("dtype"),
                TEXT.formatted(8, DType.I8, 8, 16));
    }

    @Test
    void isQuietWhenNothingUsesTheWidth() {
        Findings.none(rule, type().width(4).methods(barrier("meet")));
        Findings.none(rule, type().width(4).methods(allReduce("sum").width(8)));
    }
}
