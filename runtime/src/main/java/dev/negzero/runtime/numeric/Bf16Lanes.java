package dev.negzero.runtime.numeric;

import java.nio.ByteBuffer;

/**
 * BF16, as the upper half of an F32. The low lanes of all 32-bit words come first, then the high lanes, since taking a
 * word apart is vector code and widening a short is not.
 */
final class Bf16Lanes extends Lanes {
    private final Scratch scratch;
    private final int[] low;
    private final int[] high;

    Bf16Lanes(int capacity) {
        scratch = new Scratch(4 * capacity);
        low = new int[capacity / 2];
        high = new int[capacity / 2];
    }

    @Override
    int slots(int elements) {
        return (elements + 1) / 2 * 2;
    }

    @Override
    void load(ByteBuffer from, int byteOffset, int elements, float[] to) {
        int n = slots(elements) / 2;
        scratch.load(from, byteOffset, 2 * elements);
        scratch.ints.get(0, low, 0, n);
        split(low, high, n);
        scratch.ints.put(0, low, 0, n).put(n, high, 0, n);
        scratch.floats.get(0, to, 0, 2 * n);
    }

    @Override
    void store(float[] from, ByteBuffer to, int byteOffset, int elements) {
        int n = slots(elements) / 2;
        scratch.floats.put(0, from, 0, 2 * n);
        scratch.ints.get(0, low, 0, n).get(n, high, 0, n);
        round(low, n);
        round(high, n);
        join(low, high, n);
        scratch.ints.put(0, low, 0, n);
        scratch.store(to, byteOffset, 2 * elements);
    }

    private static void split(int[] low, int[] high, int n) {
        for (int i = 0; i < n; i++) {
            high[i] = low[i] & 0xFFFF0000;
            low[i] = low[i] << 16;
        }
    }

    private static void join(int[] low, int[] high, int n) {
        for (int i = 0; i < n; i++) {
            low[i] |= high[i] << 16;
        }
    }

    /** F32 bits to BF16 codes. Subnormals and overflow need no care: the exponents are the same. */
    private static void round(int[] bits, int n) {
        for (int i = 0; i < n; i++) {
            int magnitude = bits[i] & 0x7FFFFFFF;
            int nan = (0x7F800000 - magnitude) >> 31;
            int code = (magnitude + 0x7FFF + ((magnitude >>> 16) & 1)) >>> 16;
            code |= (bits[i] >>> 16) & 0x8000 & (-code >> 31);
            bits[i] = code ^ ((code ^ 0x7FC0) & nan);
        }
    }
}
