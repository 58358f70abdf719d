package dev.negzero.runtime.numeric;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.negzero.annotations.DType;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Integers round half-even, saturate, and take NaN for 0. */
class IntegerCodecTest {
    private static BigDecimal min(DType dtype) {
        return dtype == DType.U8 ? BigDecimal.ZERO : BigDecimal.valueOf(-2).pow(8 * dtype.bytes() - 1);
    }

    private static BigDecimal max(DType dtype) {
        return min(dtype).add(BigDecimal.valueOf(2).pow(8 * dtype.bytes())).subtract(BigDecimal.ONE);
    }

    private static long expected(DType dtype, BigDecimal value) {
        BigDecimal whole = value.setScale(0, RoundingMode.HALF_EVEN);
        return whole.max(min(dtype)).min(max(dtype)).longValueExact();
    }

    @ParameterizedTest
    @EnumSource(names = {"I8", "U8", "I32", "I64"})
    void convertsRandomNumbers(DType dtype) {
        Codec codec = Codec.of(dtype);
        Random random = new Random(Seeds.fresh());
        for (int i = 0; i < 50_000; i++) {
            double real = Math.scalb((double) random.nextInt(), random.nextInt(64) - 32);
            float single = (float) real;
            long whole = random.nextLong() >> random.nextInt(64);
            assertEquals(expected(dtype, new BigDecimal(real)), codec.toLong(codec.encode(real)), () -> "" + real);
            assertEquals(expected(dtype, new BigDecimal(single)), codec.toLong(codec.encode(single)), () -> "" + real);
            assertEquals(expected(dtype, BigDecimal.valueOf(whole)), codec.toLong(codec.encode(whole)));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"I8", "U8", "I32", "I64"})
    void saturatesAndTakesNanForZero(DType dtype) {
        Codec codec = Codec.of(dtype);
        assertEquals(max(dtype).longValueExact(), codec.toLong(codec.encode(Float.POSITIVE_INFINITY)));
        assertEquals(min(dtype).longValueExact(), codec.toLong(codec.encode(-1e300)));
        assertEquals(max(dtype).longValueExact(), codec.toLong(codec.encode(Long.MAX_VALUE)));
        assertEquals(min(dtype).longValueExact(), codec.toLong(codec.encode(Long.MIN_VALUE)));
        assertEquals(0, codec.encode(Float.NaN));
        assertEquals(0, codec.encode(Double.NaN));
        assertEquals(0, codec.encode(-0.5));
    }

    @Test
    void leavesNoBitsAboveTheElement() {
        assertEquals(0xFF, Codec.of(DType.I8).encode(-1L));
        assertEquals(0xFFFFFFFFL, Codec.of(DType.I32).encode(-1L));
        assertEquals(-1, Codec.of(DType.I8).toLong(0x123456FF));
        assertEquals(255, Codec.of(DType.U8).toLong(0x123456FF));
        assertEquals(-1.0f, Codec.of(DType.I32).toFloat(0xFFFFFFFFL));
        assertEquals(255.0, Codec.of(DType.U8).toDouble(0xFF));
    }

    @Test
    void roundsLargeValuesOnceOnTheWayOut() {
        long value = (1L << 62) + (1L << 38) + 1; // just above the midpoint of two floats
        assertEquals(0x1.000002p62f, Codec.of(DType.I64).toFloat(value));
    }
}
