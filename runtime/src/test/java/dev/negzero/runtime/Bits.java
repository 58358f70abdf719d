package dev.negzero.runtime;

import dev.negzero.annotations.DType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;

/** Elements as their bits, in the low end of longs. */
final class Bits {
    private Bits() {}

    static byte[] bytes(DType dtype, long[] bits) {
        ByteBuffer buffer = ByteBuffer.allocate(bits.length * dtype.bytes()).order(ByteOrder.LITTLE_ENDIAN);
        for (long element : bits) {
            switch (dtype.bytes()) {
                case 1 -> buffer.put((byte) element);
                case 2 -> buffer.putShort((short) element);
                case 4 -> buffer.putInt((int) element);
                default -> buffer.putLong(element);
            }
        }
        return buffer.array();
    }

    static long[] elements(DType dtype, byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        long[] bits = new long[bytes.length / dtype.bytes()];
        for (int i = 0; i < bits.length; i++) {
            bits[i] = switch (dtype.bytes()) {
                case 1 -> buffer.get() & 0xFFL;
                case 2 -> buffer.getShort() & 0xFFFFL;
                case 4 -> buffer.getInt() & 0xFFFFFFFFL;
                default -> buffer.getLong();
            };
        }
        return bits;
    }

    static void write(DeviceBuffer<?> buffer, long[] bits) {
        buffer.copyFrom(bytes(buffer.dtype(), bits));
    }

    static long[] read(DeviceBuffer<?> buffer, int count) {
        byte[] bytes = new byte[count * buffer.dtype().bytes()];
        buffer.copyTo(bytes);
        return elements(buffer.dtype(), bytes);
    }

    /** Fills a buffer with a pattern that no result should leave standing. */
    static void poison(DeviceBuffer<?> buffer) {
        byte[] bytes = new byte[(int) buffer.count() * buffer.dtype().bytes()];
        java.util.Arrays.fill(bytes, (byte) 0xA5);
        buffer.copyFrom(bytes);
    }

    /** Any bits at all: zeros of both signs, subnormals, infinities and NaNs among them. */
    static long[] random(DType dtype, int count, Random random) {
        long mask = dtype.bytes() == 8 ? -1L : (1L << (8 * dtype.bytes())) - 1;
        long[] bits = new long[count];
        for (int i = 0; i < count; i++) {
            bits[i] = switch (random.nextInt(8)) {
                case 0 -> 0;
                case 1 -> mask ^ (mask >>> 1);
                default -> random.nextLong() & mask;
            };
        }
        return bits;
    }

    /** Bits of numbers of magnitude around 1, whose sum depends on the order. */
    static long[] ordinary(DType dtype, int count, Random random) {
        long[] bits = new long[count];
        for (int i = 0; i < count; i++) {
            double value = random.nextGaussian() * Math.scalb(1.0, random.nextInt(12) - 6);
            bits[i] = dtype.isFloat() ? Reference.encode(dtype, value) : random.nextLong() & 0xFF;
        }
        return bits;
    }
}
