package dev.negzero.runtime.numeric;

import dev.negzero.annotations.DType;
import java.nio.ByteBuffer;

/**
 * Maps each -0.0 element to +0.0 and leaves every other bit alone, NaN payloads included. After it no word holds the
 * Lamport sentinel. Integers have no -0.0 and pass unchanged.
 */
public final class Sanitiser {
    private final long signs;
    private final int bytes;

    private Sanitiser(DType dtype) {
        bytes = dtype.bytes();
        signs = !dtype.isFloat()
                ? 0
                : switch (bytes) {
                    case 1 -> 0x8080808080808080L;
                    case 2 -> 0x8000800080008000L;
                    case 4 -> 0x8000000080000000L;
                    default -> 0x8000000000000000L;
                };
    }

    /** The sanitiser of a dtype. It has no state and can be shared by threads. */
    public static Sanitiser of(DType dtype) {
        return new Sanitiser(dtype);
    }

    /** Sanitises the elements packed in a 64-bit word; for elements of at most 32 bits either half may be unused. */
    public long word(long bits) {
        // Per lane: adding the largest magnitude carries into the sign bit, and no further, unless the magnitude is 0.
        long zeros = ~(((bits & ~signs) + ~signs) | ~signs);
        return signs == 0 ? bits : bits & ~zeros;
    }

    /** Copies {@code elements} elements, sanitised, between absolute byte offsets; positions are left alone. */
    public void copy(ByteBuffer from, int fromOffset, ByteBuffer to, int toOffset, int elements) {
        int length = elements * bytes;
        int i = 0;
        for (; i + 8 <= length; i += 8) {
            Bits.put(to, toOffset + i, 8, word(Bits.get(from, fromOffset + i, 8)));
        }
        for (; i < length; i += bytes) {
            Bits.put(to, toOffset + i, bytes, word(Bits.get(from, fromOffset + i, bytes)));
        }
    }
}
