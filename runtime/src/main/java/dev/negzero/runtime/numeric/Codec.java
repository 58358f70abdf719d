package dev.negzero.runtime.numeric;

import dev.negzero.annotations.DType;
import java.nio.ByteBuffer;

/**
 * Converts between Java numbers and the bits of one dtype.
 *
 * <p>The rules, in both directions:
 *
 * <ul>
 *   <li>A value that the target type can't hold is rounded once, to nearest, ties to even; also from double and long.
 *   <li>Beyond the range, floats overflow as their format says (infinity; E4M3: 448, also for infinities) and integers
 *       saturate.
 *   <li>NaN becomes the target's canonical quiet NaN, or 0 in an integer. The sign of zero and subnormals are kept.
 *   <li>Where the array's type is the element's own (float and F32, double and F64, int and I32, long and I64), bits
 *       are copied unchanged, NaN payloads included.
 * </ul>
 *
 * <p>Element bits stand in the low bits of a long; the bits above are ignored on the way in and zero on the way out.
 * Bulk methods read and write little-endian elements at absolute byte offsets, of any alignment, below the limit of a
 * direct or heap buffer. They neither use nor change its order and position.
 */
public abstract class Codec {
    private final DType dtype;

    Codec(DType dtype) {
        this.dtype = dtype;
    }

    /** The codec of a dtype. Codecs have no state and can be shared by threads. */
    public static Codec of(DType dtype) {
        return switch (dtype) {
            case BF16, F16, F8E4M3, F8E5M2 -> new NarrowCodec(dtype);
            case F32 -> new F32Codec();
            case F64 -> new F64Codec();
            case I8, U8, I32, I64 -> new IntegerCodec(dtype);
        };
    }

    /** The dtype whose bits this codec makes. */
    public DType dtype() {
        return dtype;
    }

    /** Bits of the element nearest to {@code value}. */
    public abstract long encode(float value);

    /** Bits of the element nearest to {@code value}. */
    public abstract long encode(double value);

    /** Bits of the element nearest to {@code value}. */
    public abstract long encode(long value);

    /** The float nearest to an element. */
    public abstract float toFloat(long bits);

    /** The double nearest to an element: exact, except for large I64 values. */
    public abstract double toDouble(long bits);

    /** The long nearest to an element. */
    public abstract long toLong(long bits);

    /** Converts {@code count} floats into elements. */
    public void put(float[] from, int index, ByteBuffer to, int byteOffset, int count) {
        int bytes = dtype.bytes();
        for (int i = 0; i < count; i++) {
            Bits.put(to, byteOffset + i * bytes, bytes, encode(from[index + i]));
        }
    }

    /** Converts {@code count} doubles into elements. */
    public void put(double[] from, int index, ByteBuffer to, int byteOffset, int count) {
        int bytes = dtype.bytes();
        for (int i = 0; i < count; i++) {
            Bits.put(to, byteOffset + i * bytes, bytes, encode(from[index + i]));
        }
    }

    /** Converts {@code count} ints into elements. */
    public void put(int[] from, int index, ByteBuffer to, int byteOffset, int count) {
        int bytes = dtype.bytes();
        for (int i = 0; i < count; i++) {
            Bits.put(to, byteOffset + i * bytes, bytes, encode((long) from[index + i]));
        }
    }

    /** Converts {@code count} longs into elements. */
    public void put(long[] from, int index, ByteBuffer to, int byteOffset, int count) {
        int bytes = dtype.bytes();
        for (int i = 0; i < count; i++) {
            Bits.put(to, byteOffset + i * bytes, bytes, encode(from[index + i]));
        }
    }

    /** Converts {@code count} elements into floats. */
    public void get(ByteBuffer from, int byteOffset, float[] to, int index, int count) {
        int bytes = dtype.bytes();
        for (int i = 0; i < count; i++) {
            to[index + i] = toFloat(Bits.get(from, byteOffset + i * bytes, bytes));
        }
    }

    /** Converts {@code count} elements into doubles. */
    public void get(ByteBuffer from, int byteOffset, double[] to, int index, int count) {
        int bytes = dtype.bytes();
        for (int i = 0; i < count; i++) {
            to[index + i] = toDouble(Bits.get(from, byteOffset + i * bytes, bytes));
        }
    }

    /** Converts {@code count} elements into ints. */
    public void get(ByteBuffer from, int byteOffset, int[] to, int index, int count) {
        int bytes = dtype.bytes();
        for (int i = 0; i < count; i++) {
            long value = toLong(Bits.get(from, byteOffset + i * bytes, bytes));
            to[index + i] = (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, value));
        }
    }

    /** Converts {@code count} elements into longs. */
    public void get(ByteBuffer from, int byteOffset, long[] to, int index, int count) {
        int bytes = dtype.bytes();
        for (int i = 0; i < count; i++) {
            to[index + i] = toLong(Bits.get(from, byteOffset + i * bytes, bytes));
        }
    }

    /**
     * Copies {@code count} raw 16-bit patterns into elements.
     *
     * @throws IllegalArgumentException if the elements have no 16 bits
     */
    public void putRaw(short[] from, int index, ByteBuffer to, int byteOffset, int count) {
        require16Bits();
        Bits.at(to, byteOffset).asShortBuffer().put(from, index, count);
    }

    /**
     * Copies {@code count} elements into raw 16-bit patterns.
     *
     * @throws IllegalArgumentException if the elements have no 16 bits
     */
    public void getRaw(ByteBuffer from, int byteOffset, short[] to, int index, int count) {
        require16Bits();
        Bits.at(from, byteOffset).asShortBuffer().get(to, index, count);
    }

    /** Copies the raw little-endian bytes of {@code count} elements in; {@code index} counts bytes of the array. */
    public void putRaw(byte[] from, int index, ByteBuffer to, int byteOffset, int count) {
        Bits.at(to, byteOffset).put(from, index, Math.multiplyExact(count, dtype.bytes()));
    }

    /** Copies the raw little-endian bytes of {@code count} elements out; {@code index} counts bytes of the array. */
    public void getRaw(ByteBuffer from, int byteOffset, byte[] to, int index, int count) {
        Bits.at(from, byteOffset).get(to, index, Math.multiplyExact(count, dtype.bytes()));
    }

    private void require16Bits() {
        if (dtype.bytes() != 2) {
            throw new IllegalArgumentException(
                    "a short[] carries raw 16-bit patterns; found dtype " + dtype + "; pass a byte[]");
        }
    }

    /**
     * A double that rounds to any type of at most 32 bits as {@code value} would: exact up to 2^53, and beyond that with
     * the lost bits gathered in a lowest bit far below the target's.
     */
    static double sticky(long value) {
        long magnitude = Math.abs(value);
        if (magnitude >>> 53 == 0) {
            return value;
        }
        long kept = magnitude & ~0x7FFL;
        return Math.copySign(unsigned(kept == magnitude ? kept : kept | 0x800), (double) value);
    }

    private static double unsigned(long magnitude) {
        return magnitude >= 0 ? magnitude : 0x1p63;
    }

    /** Rounds to an integer, ties to even, and saturates to {@code min .. max}; NaN gives 0. */
    static long round(double value, long min, long max) {
        return Math.max(min, Math.min(max, (long) Math.rint(value)));
    }
}
