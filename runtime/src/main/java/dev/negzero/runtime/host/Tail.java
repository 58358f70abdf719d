package dev.negzero.runtime.host;

import java.nio.ByteBuffer;

/** The end of a message that fills no 64-bit word. */
final class Tail {
    private Tail() {}

    /** The next {@code bytes} bytes (0 .. 7) as a little-endian word, padded with zeros. */
    static long read(ByteBuffer from, int at, int bytes) {
        long word = 0;
        for (int i = 0; i < bytes; i++) {
            word |= (from.get(at + i) & 0xFFL) << (8 * i);
        }
        return word;
    }
}
