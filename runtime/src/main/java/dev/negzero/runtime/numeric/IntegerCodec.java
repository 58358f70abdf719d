package dev.negzero.runtime.numeric;

import dev.negzero.annotations.DType;
import java.nio.ByteBuffer;

/** Integers of 8, 32 and 64 bits. */
final class IntegerCodec extends Codec {
    private final long min;
    private final long max;
    private final long mask;

    IntegerCodec(DType dtype) {
        super(dtype);
        int bits = 8 * dtype.bytes();
        mask = -1L >>> (64 - bits);
        max = dtype == DType.U8 ? mask : mask >>> 1;
        min = dtype == DType.U8 ? 0 : -max - 1;
    }

    @Override
    public long encode(float value) {
        return round(value, min, max) & mask;
    }

    @Override
    public long encode(double value) {
        return round(value, min, max) & mask;
    }

    @Override
    public long encode(long value) {
        return Math.max(min, Math.min(max, value)) & mask;
    }

    @Override
    public float toFloat(long bits) {
        return (float) toLong(bits);
    }

    @Override
    public double toDouble(long bits) {
        return (double) toLong(bits);
    }

    @Override
    public long toLong(long bits) {
        long value = bits & mask;
        return value > max ? value - mask - 1 : value;
    }

    @Override
    public void put(int[] from, int index, ByteBuffer to, int byteOffset, int count) {
        if (dtype() == DType.I32) {
            Bits.at(to, byteOffset).asIntBuffer().put(from, index, count);
        } else {
            super.put(from, index, to, byteOffset, count);
        }
    }

    @Override
    public void get(ByteBuffer from, int byteOffset, int[] to, int index, int count) {
        if (dtype() == DType.I32) {
            Bits.at(from, byteOffset).asIntBuffer().get(to, index, count);
        } else {
            super.get(from, byteOffset, to, index, count);
        }
    }

    @Override
    public void put(long[] from, int index, ByteBuffer to, int byteOffset, int count) {
        if (dtype() == DType.I64) {
            Bits.at(to, byteOffset).asLongBuffer().put(from, index, count);
        } else {
            super.put(from, index, to, byteOffset, count);
        }
    }

    @Override
    public void get(ByteBuffer from, int byteOffset, long[] to, int index, int count) {
        if (dtype() == DType.I64) {
            Bits.at(from, byteOffset).asLongBuffer().get(to, index, count);
        } else {
            super.get(from, byteOffset, to, index, count);
        }
    }
}
