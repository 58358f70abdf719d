package dev.negzero.spec.rules;

import static dev.negzero.spec.rules.MethodBuilder.allReduce;
import static dev.negzero.spec.rules.MethodBuilder.barrier;
import static dev.negzero.spec.rules.TypeBuilder.type;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.negzero.annotations.DType;
import dev.negzero.spec.Operation;
import dev.negzero.spec.Place;
import dev.negzero.spec.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class PackBytesRuleTest {
    private final Rule rule = new PackBytesRule();

    @ParameterizedTest
    @CsvSource({"BF16, 2", "BF16, 4", "BF16, 8", "F32, 1", "F32, 4", "F64, 1", "F64, 2", "I8, 4", "U8, 16"})
    void acceptsPacksOf4And8And16Bytes(DType dtype, int width) {
        Findings.none(rule, type().dtype(dtype).width(width));
    }

    @ParameterizedTest
    @CsvSource({
        "BF16, 3, 2, 6, '2, 4 or 8'",
        "BF16, 0, 2, 0, '2, 4 or 8'",
        "F32, -1, 4, -4, '1, 2 or 4'",
        "F64, 4, 8, 32, 1 or 2",
        "I8, 1, 1, 1, '4, 8 or 16'",
        "F32, 1073741825, 4, 4294967300, '1, 2 or 4'"
    })
    void refusesOtherPacks(DType dtype, int width, int bytes, long packBytes, String fits) {
        Findings.one(
                rule,
                type().dtype(dtype).width(width),
                Problem.PACK_BYTES,
                Place.collective("width"),
                "NZ110: a pack must have 4, 8 or 16 bytes; found width " + width + " x " + dtype + " (" + bytes
                        + " bytes) = " + packBytes + " bytes; use width " + fits);
    }

    @Test
    void standsOnAMethodsWidth() {
        Findings.one(
                rule,
                type().methods(allReduce("sum").width(0)),
                Problem.PACK_BYTES,
                Findings.sum("width"),
                "NZ110: a pack must have 4, 8 or 16 bytes; found width 0 x BF16 (2 bytes) = 0 bytes; use width 2, 4 or 8");
    }

    @Test
    void standsOnAMethodsDTypeWhenTheWidthIsInherited() {
        Findings.one(
                rule,
                type().methods(allReduce("sum").dtype(DType.F32)),
                Problem.PACK_BYTES,
                Findings.sum("dtype"),
                "NZ110: a pack must have 4, 8 or 16 bytes; found width 8 x F32 (4 bytes) = 32 bytes; use width 1, 2 or 4");
    }

    @Test
    void doesNotRepeatTheTypesFaultOnItsMethods() {
        assertEquals(
                1,
                rule.check(type().width(3)
                                .methods(allReduce("sum"), allReduce("other").dtype(DType.F32))
                                .build())
                        .size());
    }

    @Test
    void ignoresBarriers() {
        Findings.none(rule, type().methods(barrier("meet").width(3)));
    }

    @ParameterizedTest
    @EnumSource
    void takesExactlyTheWidthsOf4To16Bytes(DType dtype) {
        for (int width = 0; width <= 20; width++) {
            int bytes = width * dtype.bytes();
            boolean fits = bytes == 4 || bytes == 8 || bytes == 16;
            TypeBuilder type = type().dtype(dtype).width(width).methods(barrier("sum"));
            assertEquals(fits ? 0 : 1, rule.check(type.build()).size(), dtype + " x " + width);
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "BARRIER")
    void looksAtEveryOperationWithData(Operation operation) {
        Findings.one(
                rule,
                type().methods(MethodBuilder.of("sum", operation)
                        .dtype(DType.I64)
                        .width(3)),
                Problem.PACK_BYTES,
                Findings.sum(operation, "width"),
                "NZ110: a pack must have 4, 8 or 16 bytes; found width 3 x I64 (8 bytes) = 24 bytes; use width 1 or 2");
    }
}
