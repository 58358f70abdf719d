package dev.negzero.runtime.numeric;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.negzero.annotations.DType;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Floats of 8 and 16 bits against their definition: every pattern, and every place where rounding changes. */
class NarrowCodecTest {
    @ParameterizedTest
    @EnumSource(names = {"BF16", "F16", "F8E4M3", "F8E5M2"})
    void decodesEveryPattern(DType dtype) {
        Codec codec = Codec.of(dtype);
        ExactFloat exact = ExactFloat.of(dtype);
        for (int pattern = 0; pattern < 2 * exact.signBit; pattern++) {
            double expected = exact.value(pattern);
            assertEquals(
                    Double.doubleToRawLongBits(expected),
                    Double.doubleToRawLongBits(codec.toDouble(pattern)),
                    Integer.toHexString(pattern));
            assertEquals(
                    Float.floatToRawIntBits((float) expected),
                    Float.floatToRawIntBits(codec.toFloat(pattern)),
                    Integer.toHexString(pattern));
            assertEquals(saturated(Math.rint(expected)), codec.toLong(pattern), Integer.toHexString(pattern));
        }
    }

    private static long saturated(double whole) {
        if (Double.isNaN(whole)) {
            return 0;
        }
        if (Math.abs(whole) >= 0x1p63) {
            return whole > 0 ? Long.MAX_VALUE : Long.MIN_VALUE;
        }
        return (long) whole;
    }

    @ParameterizedTest
    @EnumSource(names = {"BF16", "F16", "F8E4M3", "F8E5M2"})
    void ignoresBitsAboveThePattern(DType dtype) {
        long above = -1L << (8 * dtype.bytes());
        assertEquals(1.0f, Codec.of(dtype).toFloat(above | Codec.of(dtype).encode(1.0f)));
    }

    @ParameterizedTest
    @EnumSource(names = {"BF16", "F16", "F8E4M3", "F8E5M2"})
    void returnsEveryPatternThatIsNoNan(DType dtype) {
        Codec codec = Codec.of(dtype);
        ExactFloat exact = ExactFloat.of(dtype);
        for (int pattern = 0; pattern < 2 * exact.signBit; pattern++) {
            int expected = Double.isNaN(exact.value(pattern)) ? exact.nan : pattern;
            assertEquals(expected, codec.encode(codec.toFloat(pattern)), Integer.toHexString(pattern));
            assertEquals(expected, codec.encode(codec.toDouble(pattern)), Integer.toHexString(pattern));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BF16", "F16", "F8E4M3", "F8E5M2"})
    void roundsAtEveryMidpointToEven(DType dtype) {
        ExactFloat exact = ExactFloat.of(dtype);
        for (int code = 0; code < exact.afterLargest; code++) {
            double midpoint = exact.midpoint(code);
            for (double near : new double[] {Math.nextDown(midpoint), midpoint, Math.nextUp(midpoint)}) {
                assertRounds(exact, near);
                assertRounds(exact, -near);
            }
            float narrow = (float) midpoint;
            for (float near : new float[] {Math.nextDown(narrow), narrow, Math.nextUp(narrow)}) {
                assertRounds(exact, near);
                assertRounds(exact, -near);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BF16", "F16", "F8E4M3", "F8E5M2"})
    void roundsRandomNumbers(DType dtype) {
        ExactFloat exact = ExactFloat.of(dtype);
        long seed = Seeds.fresh();
        Random random = new Random(seed);
        for (int i = 0; i < 100_000; i++) {
            assertRounds(exact, Float.intBitsToFloat(random.nextInt()));
            assertRounds(exact, Double.longBitsToDouble(random.nextLong()));
            assertRounds(exact, (float) Math.scalb(random.nextGaussian(), random.nextInt(40) - 20));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BF16", "F16", "F8E4M3", "F8E5M2"})
    void roundsLongsOnce(DType dtype) {
        ExactFloat exact = ExactFloat.of(dtype);
        for (int code = 0; code < exact.afterLargest; code++) {
            double midpoint = exact.midpoint(code);
            if (midpoint == Math.rint(midpoint) && midpoint < 0x1p63) {
                for (int off = -1; off <= 1; off++) {
                    assertRounds(exact, (long) midpoint + off);
                    assertRounds(exact, -(long) midpoint + off);
                }
            }
        }
        assertRounds(exact, Long.MAX_VALUE);
        assertRounds(exact, Long.MIN_VALUE);
    }

    @Test
    void namesItsLimits() {
        assertEquals(0x7E, Codec.of(DType.F8E4M3).encode(464.0f));
        assertEquals(0x7E, Codec.of(DType.F8E4M3).encode(Float.POSITIVE_INFINITY));
        assertEquals(0xFE, Codec.of(DType.F8E4M3).encode(Double.NEGATIVE_INFINITY));
        assertEquals(0x7B, Codec.of(DType.F8E5M2).encode(Math.nextDown(61440f)));
        assertEquals(0x7C, Codec.of(DType.F8E5M2).encode(61440f));
        assertEquals(0x7BFF, Codec.of(DType.F16).encode(Math.nextDown(65520f)));
        assertEquals(0x7C00, Codec.of(DType.F16).encode(65520L));
        assertEquals(0xFF80, Codec.of(DType.BF16).encode(-Float.MAX_VALUE));
        assertEquals(0x0001, Codec.of(DType.BF16).encode(0x1p-133f));
        assertEquals(0x8000, Codec.of(DType.BF16).encode(-0x1p-134));
    }

    @Test
    void doesNotRoundTwice() {
        // Through float, each of these would first become the midpoint, and then go to even.
        assertEquals(0x3C01, Codec.of(DType.F16).encode(1 + 0x1p-11 + 0x1p-40));
        assertEquals(0x3F81, Codec.of(DType.BF16).encode(1 + 0x1p-8 + 0x1p-40));
        assertEquals(0x39, Codec.of(DType.F8E4M3).encode(1 + 0x1p-4 + 0x1p-52));
        assertEquals(0x5E81, Codec.of(DType.BF16).encode((1L << 62) + (1L << 54) + 1));
    }

    private static void assertRounds(ExactFloat exact, float value) {
        assertEquals(exact.nearest(value), Codec.of(exact.dtype).encode(value), () -> Float.toHexString(value));
        assertRounds(exact, (double) value);
    }

    private static void assertRounds(ExactFloat exact, double value) {
        assertEquals(exact.nearest(value), Codec.of(exact.dtype).encode(value), () -> Double.toHexString(value));
    }

    private static void assertRounds(ExactFloat exact, long value) {
        assertEquals(exact.nearest(value), Codec.of(exact.dtype).encode(value), () -> Long.toString(value));
    }
}
