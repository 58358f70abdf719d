package dev.negzero.runtime.numeric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.annotations.DType;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rounding to narrow floats, in vector code, wherever it changes from one pattern to the next. */
class LanesTest {
    private static final int CAPACITY = 1024;

    /** Where in the array a chunk's element stands. */
    private static int[] slotsOf(Lanes lanes, DType dtype) {
        int perWord = 4 / dtype.bytes();
        int words = lanes.slots(CAPACITY) / perWord;
        int[] slots = new int[CAPACITY];
        for (int i = 0; i < CAPACITY; i++) {
            slots[i] = i % perWord * words + i / perWord;
        }
        return slots;
    }

    private static List<Float> boundaries(ExactFloat exact) {
        List<Float> values = new ArrayList<>();
        for (int code = 0; code < exact.afterLargest; code++) {
            float midpoint = (float) exact.midpoint(code);
            for (float near : new float[] {Math.nextDown(midpoint), midpoint, Math.nextUp(midpoint)}) {
                values.add(near);
                values.add(-near);
            }
        }
        for (int bits : new int[] {0x7F800000, 0x7F800001, 0x7FFFFFFF, 0xFF800000, 0xFF800001, -1, 0x7F7FFFFF, 1}) {
            values.add(Float.intBitsToFloat(bits));
        }
        Random random = new Random(Seeds.fresh());
        do {
            values.add(Float.intBitsToFloat(random.nextInt()));
        } while (values.size() % CAPACITY != 0);
        return values;
    }

    @ParameterizedTest
    @EnumSource(names = {"BF16", "F16", "F8E4M3", "F8E5M2"})
    void roundsAtEveryBoundary(DType dtype) {
        ExactFloat exact = ExactFloat.of(dtype);
        Lanes lanes = Lanes.of(dtype, CAPACITY);
        int[] slots = slotsOf(lanes, dtype);
        ByteBuffer to = ByteBuffer.allocateDirect(CAPACITY * dtype.bytes());
        List<Float> values = boundaries(exact);
        for (int base = 0; base < values.size(); base += CAPACITY) {
            float[] sums = new float[CAPACITY];
            for (int i = 0; i < CAPACITY; i++) {
                sums[slots[i]] = values.get(base + i);
            }
            lanes.store(sums, to, 0, CAPACITY);
            for (int i = 0; i < CAPACITY; i++) {
                float value = values.get(base + i);
                int expected = exact.nearest(value);
                assertEquals(
                        expected == exact.signBit ? 0 : expected,
                        Bits.get(to, i * dtype.bytes(), dtype.bytes()),
                        () -> Float.toHexString(value));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BF16", "F16", "F8E4M3", "F8E5M2"})
    void decodesEveryPattern(DType dtype) {
        ExactFloat exact = ExactFloat.of(dtype);
        Lanes lanes = Lanes.of(dtype, CAPACITY);
        int[] slots = slotsOf(lanes, dtype);
        ByteBuffer from = ByteBuffer.allocateDirect(CAPACITY * dtype.bytes());
        float[] values = new float[CAPACITY];
        for (int base = 0; base < 2 * exact.signBit; base += CAPACITY) {
            for (int i = 0; i < CAPACITY; i++) {
                Bits.put(from, i * dtype.bytes(), dtype.bytes(), base + i);
            }
            lanes.load(from, 0, CAPACITY, values);
            for (int i = 0; i < CAPACITY; i++) {
                double expected = exact.value(base + i);
                float found = values[slots[i]];
                String pattern = Integer.toHexString(base + i);
                assertEquals(Double.isNaN(expected), Float.isNaN(found), pattern);
                // The sign of a zero may be lost here, as every reduction loses it.
                assertTrue(Double.isNaN(expected) || expected == found, pattern);
            }
        }
    }
}
