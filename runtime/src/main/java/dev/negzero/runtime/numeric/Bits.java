package dev.negzero.runtime.numeric;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Plain access to little-endian elements at absolute byte offsets, whatever the order and position of the buffer. */
final class Bits {
    private static final VarHandle SHORT = view(short[].class);
    private static final VarHandle INT = view(int[].class);
    private static final VarHandle LONG = view(long[].class);

    private Bits() {}

    private static VarHandle view(Class<?> arrayType) {
        return MethodHandles.byteBufferViewVarHandle(arrayType, ByteOrder.LITTLE_ENDIAN);
    }

    /** The element of {@code bytes} (1, 2, 4 or 8) bytes at {@code offset}; the bits above it are zero. */
    static long get(ByteBuffer from, int offset, int bytes) {
        return switch (bytes) {
            case 1 -> from.get(offset) & 0xFFL;
            case 2 -> (short) SHORT.get(from, offset) & 0xFFFFL;
            case 4 -> (int) INT.get(from, offset) & 0xFFFFFFFFL;
            default -> (long) LONG.get(from, offset);
        };
    }

    /** Stores the low {@code bytes} (1, 2, 4 or 8) bytes of {@code bits} at {@code offset}. */
    static void put(ByteBuffer to, int offset, int bytes, long bits) {
        switch (bytes) {
            case 1 -> to.put(offset, (byte) bits);
            case 2 -> SHORT.set(to, offset, (short) bits);
            case 4 -> INT.set(to, offset, (int) bits);
            default -> LONG.set(to, offset, bits);
        }
    }

    /** A little-endian duplicate that starts at {@code offset}, for whole-array copies. */
    static ByteBuffer at(ByteBuffer buffer, int offset) {
        return buffer.duplicate().position(offset).order(ByteOrder.LITTLE_ENDIAN);
    }
}
