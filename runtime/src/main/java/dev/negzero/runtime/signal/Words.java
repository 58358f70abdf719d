package dev.negzero.runtime.signal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Little-endian words of shared regions, with the order of each access in its name.
 *
 * <p>Relaxed accesses are single-copy atomic and coherent, and order nothing else. Acquire, release and relaxed accesses
 * need naturally aligned offsets; plain ones don't.
 */
public final class Words {
    private static final VarHandle INT = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private Words() {}

    /** Loads 32 bits, plainly: for words that no other thread stores to now. */
    public static int plainInt(ByteBuffer region, int offset) {
        return (int) INT.get(region, offset);
    }

    /** Stores 32 bits, plainly. */
    public static void plainInt(ByteBuffer region, int offset, int value) {
        INT.set(region, offset, value);
    }

    /** Loads 64 bits, plainly. */
    public static long plainLong(ByteBuffer region, int offset) {
        return (long) LONG.get(region, offset);
    }

    /** Stores 64 bits, plainly. */
    public static void plainLong(ByteBuffer region, int offset, long value) {
        LONG.set(region, offset, value);
    }

    /** Loads 32 bits, relaxed. */
    public static int relaxedInt(ByteBuffer region, int offset) {
        return (int) INT.getOpaque(region, offset);
    }

    /** Stores 32 bits, relaxed. */
    public static void relaxedInt(ByteBuffer region, int offset, int value) {
        INT.setOpaque(region, offset, value);
    }

    /** Loads 64 bits, relaxed. */
    public static long relaxedLong(ByteBuffer region, int offset) {
        return (long) LONG.getOpaque(region, offset);
    }

    /** Stores 64 bits, relaxed. */
    public static void relaxedLong(ByteBuffer region, int offset, long value) {
        LONG.setOpaque(region, offset, value);
    }

    /** Loads 32 bits with acquire. */
    public static int acquireInt(ByteBuffer region, int offset) {
        return (int) INT.getAcquire(region, offset);
    }

    /** Loads 64 bits with acquire. */
    public static long acquireLong(ByteBuffer region, int offset) {
        return (long) LONG.getAcquire(region, offset);
    }

    /** Stores 64 bits with release. */
    public static void releaseLong(ByteBuffer region, int offset, long value) {
        LONG.setRelease(region, offset, value);
    }

    /** Stores 32 bits with release. */
    public static void releaseInt(ByteBuffer region, int offset, int value) {
        INT.setRelease(region, offset, value);
    }

    /** Sets 32 bits to {@code next} if they are {@code expected}; whether it did. */
    public static boolean compareAndSetInt(ByteBuffer region, int offset, int expected, int next) {
        return INT.compareAndSet(region, offset, expected, next);
    }
}
