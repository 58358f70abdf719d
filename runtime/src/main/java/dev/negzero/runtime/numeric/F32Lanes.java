package dev.negzero.runtime.numeric;

import java.nio.ByteBuffer;

/** F32 in the buffer's own order. */
final class F32Lanes extends Lanes {
    private final Scratch scratch;
    private final int[] bits;

    F32Lanes(int capacity) {
        scratch = new Scratch(4 * capacity);
        bits = new int[capacity];
    }

    @Override
    int slots(int elements) {
        return elements;
    }

    @Override
    void load(ByteBuffer from, int byteOffset, int elements, float[] to) {
        scratch.load(from, byteOffset, 4 * elements);
        scratch.floats.get(0, to, 0, elements);
    }

    @Override
    void store(float[] from, ByteBuffer to, int byteOffset, int elements) {
        scratch.floats.put(0, from, 0, elements);
        scratch.ints.get(0, bits, 0, elements);
        canonicalise(bits, elements);
        scratch.ints.put(0, bits, 0, elements);
        scratch.store(to, byteOffset, 4 * elements);
    }

    private static void canonicalise(int[] bits, int n) {
        for (int i = 0; i < n; i++) {
            int magnitude = bits[i] & 0x7FFFFFFF;
            int nonZero = -magnitude >> 31;
            int nan = (0x7F800000 - magnitude) >> 31;
            bits[i] = (bits[i] & nonZero) ^ ((bits[i] ^ 0x7FC00000) & nan);
        }
    }
}
