package dev.negzero.runtime.numeric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.annotations.DType;
import java.math.BigDecimal;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** F32 and F64: rounding, and NaNs. */
class WideCodecTest {
    private static final int FLOAT_PAYLOAD = 0xFFA12345;
    private static final long DOUBLE_PAYLOAD = 0xFFF4_0000_1234_5678L;

    private final Codec f32 = Codec.of(DType.F32);
    private final Codec f64 = Codec.of(DType.F64);

    @Test
    void roundsDoublesToTheNearestFloat() {
        Random random = new Random(Seeds.fresh());
        for (int i = 0; i < 20_000; i++) {
            float low = Float.intBitsToFloat(random.nextInt(0x7F7FFFFF));
            float high = Math.nextUp(low);
            double midpoint = ((double) low + high) / 2;
            long even = Float.floatToRawIntBits(low) % 2 == 0 ? bits(low) : bits(high);
            assertEquals(bits(low), f32.encode(Math.nextDown(midpoint)), () -> Double.toHexString(midpoint));
            assertEquals(even, f32.encode(midpoint), () -> Double.toHexString(midpoint));
            assertEquals(bits(high), f32.encode(Math.nextUp(midpoint)), () -> Double.toHexString(midpoint));
            assertEquals(even | 0x80000000L, f32.encode(-midpoint), () -> Double.toHexString(midpoint));
        }
        assertEquals(bits(Float.POSITIVE_INFINITY), f32.encode(0x1.ffffffp127));
        assertEquals(bits(Float.MAX_VALUE), f32.encode(Math.nextDown(0x1.ffffffp127)));
        assertEquals(bits(-0.0f), f32.encode(-0x1p-150));
    }

    @Test
    void roundsLongsOnce() {
        Random random = new Random(Seeds.fresh());
        for (int i = 0; i < 20_000; i++) {
            long value = random.nextLong() >> random.nextInt(64);
            assertNearest(value, Float.intBitsToFloat((int) f32.encode(value)));
            assertNearest(value, f64.toDouble(f64.encode(value)));
        }
        assertEquals(bits(0x1.000002p62f), f32.encode((1L << 62) + (1L << 38) + 1));
    }

    private static void assertNearest(long value, float found) {
        BigDecimal off = error(value, found);
        int allowed = Float.floatToRawIntBits(found) % 2 == 0 ? 0 : -1;
        assertTrue(off.compareTo(error(value, Math.nextUp(found))) <= allowed, value + " gave " + found);
        assertTrue(off.compareTo(error(value, Math.nextDown(found))) <= allowed, value + " gave " + found);
    }

    private static void assertNearest(long value, double found) {
        BigDecimal off = error(value, found);
        int allowed = Double.doubleToRawLongBits(found) % 2 == 0 ? 0 : -1;
        assertTrue(off.compareTo(error(value, Math.nextUp(found))) <= allowed, value + " gave " + found);
        assertTrue(off.compareTo(error(value, Math.nextDown(found))) <= allowed, value + " gave " + found);
    }

    private static BigDecimal error(long value, double found) {
        return new BigDecimal(found).subtract(BigDecimal.valueOf(value)).abs();
    }

    @Test
    void keepsNanPayloadsOfTheOwnTypeOnly() {
        float floatNan = Float.intBitsToFloat(FLOAT_PAYLOAD);
        double doubleNan = Double.longBitsToDouble(DOUBLE_PAYLOAD);
        assertEquals(FLOAT_PAYLOAD & 0xFFFFFFFFL, f32.encode(floatNan));
        assertEquals(FLOAT_PAYLOAD, Float.floatToRawIntBits(f32.toFloat(FLOAT_PAYLOAD)));
        assertEquals(DOUBLE_PAYLOAD, f64.encode(doubleNan));
        assertEquals(DOUBLE_PAYLOAD, Double.doubleToRawLongBits(f64.toDouble(DOUBLE_PAYLOAD)));
        assertEquals(0x7FC00000L, f32.encode(doubleNan));
        assertEquals(0x7FF8000000000000L, f64.encode(floatNan));
        assertEquals(0x7FC00000, Float.floatToRawIntBits(f64.toFloat(DOUBLE_PAYLOAD)));
        assertEquals(0x7FF8000000000000L, Double.doubleToRawLongBits(f32.toDouble(FLOAT_PAYLOAD)));
        assertEquals(0, f32.toLong(FLOAT_PAYLOAD));
        assertEquals(0, f64.toLong(DOUBLE_PAYLOAD));
    }

    @Test
    void keepsTheSignOfZeroAndSubnormals() {
        assertEquals(0x80000000L, f32.encode(-0.0));
        assertEquals(Long.MIN_VALUE, f64.encode(-0.0f));
        assertEquals(1, f32.encode(0x1p-149));
        assertEquals(Double.doubleToRawLongBits(0x1p-149), f64.encode(Float.MIN_VALUE));
        assertEquals(Float.MIN_VALUE, f64.toFloat(Double.doubleToRawLongBits(0x1.8p-149 - 0x1p-200)));
    }

    @Test
    void roundsToLongsHalfEvenAndSaturates() {
        assertEquals(2, f64.toLong(f64.encode(2.5)));
        assertEquals(4, f64.toLong(f64.encode(3.5)));
        assertEquals(-2, f32.toLong(f32.encode(-1.5f)));
        assertEquals(Long.MAX_VALUE, f64.toLong(f64.encode(0x1p63)));
        assertEquals(Long.MIN_VALUE, f32.toLong(f32.encode(Float.NEGATIVE_INFINITY)));
    }

    private static long bits(float value) {
        return Float.floatToRawIntBits(value) & 0xFFFFFFFFL;
    }
}
