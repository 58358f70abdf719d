package dev.negzero.runtime.numeric;

import dev.negzero.annotations.DType;
import java.nio.ByteBuffer;

/**
 * Moves the elements of a chunk between a buffer and an array of floats, in an order of its own that both directions
 * share: a reduction works element by element and doesn't care where in the array each one is.
 */
abstract class Lanes {
    /** The lanes of a float of 8 to 32 bits. */
    static Lanes of(DType dtype, int capacity) {
        return switch (dtype) {
            case F32 -> new F32Lanes(capacity);
            case BF16 -> new Bf16Lanes(capacity);
            default -> new NarrowLanes(NarrowFloat.of(dtype), capacity);
        };
    }

    /** Slots of the array that are used for {@code elements} elements: up to three more, which hold anything. */
    abstract int slots(int elements);

    /** Decodes {@code elements} elements into some of the first {@link #slots} floats. */
    abstract void load(ByteBuffer from, int byteOffset, int elements, float[] to);

    /** Rounds to elements, with canonical NaNs and without -0.0. May overwrite {@code from}. */
    abstract void store(float[] from, ByteBuffer to, int byteOffset, int elements);
}
