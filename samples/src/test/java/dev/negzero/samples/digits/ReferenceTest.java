package dev.negzero.samples.digits;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.annotations.Protocol;
import org.junit.jupiter.api.Test;

class ReferenceTest {
    private static int sum(Wire wire, float... ranks) {
        float[][] gradients = new float[ranks.length][];
        for (int rank = 0; rank < ranks.length; rank++) {
            gradients[rank] = new float[] {ranks[rank]};
        }
        return Float.floatToRawIntBits(Reference.sum(gradients, wire)[0]);
    }

    private static int bits(float value) {
        return Float.floatToRawIntBits(value);
    }

    @Test
    void ranksAreAddedInOrder() {
        assertEquals(bits(1f), sum(Wire.F32, 1e8f, -1e8f, 1f));
        assertEquals(bits(0f), sum(Wire.F32, 1f, 1e8f, -1e8f));
    }

    @Test
    void zerosComeOutPositive() {
        assertEquals(0, sum(Wire.F32, -0f, -0f));
        assertEquals(0, sum(Wire.BF16, -0f, -0f));
        assertEquals(0, sum(Wire.BF16, -Float.MIN_VALUE, 0f));
    }

    @Test
    void nanIsCanonical() {
        assertEquals(0x7FC00000, sum(Wire.F32, Float.intBitsToFloat(0xFFC12345), 1f));
        assertEquals(0x7FC00000, sum(Wire.BF16, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY));
    }

    @Test
    void bf16RoundsToNearestEven() {
        assertEquals(0x3F800000, sum(Wire.BF16, Float.intBitsToFloat(0x3F808000), 0f));
        assertEquals(0x3F820000, sum(Wire.BF16, Float.intBitsToFloat(0x3F818000), 0f));
        assertEquals(0x3F810000, sum(Wire.BF16, Float.intBitsToFloat(0x3F808001), 0f));
        assertEquals(0xBF820000, sum(Wire.BF16, Float.intBitsToFloat(0xBF818000), 0f));
        assertEquals(bits(Float.POSITIVE_INFINITY), sum(Wire.BF16, Float.MAX_VALUE, 0f));
    }

    @Test
    void bf16AccumulatesInF32() {
        // 256 + 0.75 + 0.75 = 257.5, which rounds to 258; rounding after every addition would stay at 256.
        assertEquals(bits(258f), sum(Wire.BF16, 256f, 0.75f, 0.75f));
    }

    @Test
    void itLearns() {
        Digits digits = Digits.load();
        for (Wire wire : Wire.values()) {
            float[] parameters = Reference.train(digits, new TrainingOptions(4, wire, Protocol.AUTO, 12, 1));
            double accuracy = new Mlp().accuracy(parameters, digits.test());
            assertTrue(accuracy >= 0.95, wire + ": " + accuracy);
        }
    }
}
