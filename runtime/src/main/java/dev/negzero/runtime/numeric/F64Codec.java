package dev.negzero.runtime.numeric;

import dev.negzero.annotations.DType;
import java.nio.ByteBuffer;

/** Java's own double. */
final class F64Codec extends Codec {
    F64Codec() {
        super(DType.F64);
    }

    @Override
    public long encode(float value) {
        return Double.doubleToLongBits(value);
    }

    @Override
    public long encode(double value) {
        return Double.doubleToRawLongBits(value);
    }

    @Override
    public long encode(long value) {
        return Double.doubleToRawLongBits((double) value);
    }

    @Override
    public float toFloat(long bits) {
        float value = (float) Double.longBitsToDouble(bits);
        return Float.isNaN(value) ? Float.NaN : value;
    }

    @Override
    public double toDouble(long bits) {
        return Double.longBitsToDouble(bits);
    }

    @Override
    public long toLong(long bits) {
        return round(Double.longBitsToDouble(bits), Long.MIN_VALUE, Long.MAX_VALUE);
    }

    @Override
    public void put(double[] from, int index, ByteBuffer to, int byteOffset, int count) {
        Bits.at(to, byteOffset).asDoubleBuffer().put(from, index, count);
    }

    @Override
    public void get(ByteBuffer from, int byteOffset, double[] to, int index, int count) {
        Bits.at(from, byteOffset).asDoubleBuffer().get(to, index, count);
    }
}
