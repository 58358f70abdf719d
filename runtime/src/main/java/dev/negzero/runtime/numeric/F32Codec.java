package dev.negzero.runtime.numeric;

import dev.negzero.annotations.DType;
import java.nio.ByteBuffer;

/** Java's own float. */
final class F32Codec extends Codec {
    F32Codec() {
        super(DType.F32);
    }

    @Override
    public long encode(float value) {
        return Float.floatToRawIntBits(value) & 0xFFFFFFFFL;
    }

    @Override
    public long encode(double value) {
        return Float.floatToIntBits((float) value) & 0xFFFFFFFFL;
    }

    @Override
    public long encode(long value) {
        return Float.floatToIntBits((float) value) & 0xFFFFFFFFL;
    }

    @Override
    public float toFloat(long bits) {
        return Float.intBitsToFloat((int) bits);
    }

    @Override
    public double toDouble(long bits) {
        double value = Float.intBitsToFloat((int) bits);
        return Double.isNaN(value) ? Double.NaN : value;
    }

    @Override
    public long toLong(long bits) {
        return round(Float.intBitsToFloat((int) bits), Long.MIN_VALUE, Long.MAX_VALUE);
    }

    @Override
    public void put(float[] from, int index, ByteBuffer to, int byteOffset, int count) {
        Bits.at(to, byteOffset).asFloatBuffer().put(from, index, count);
    }

    @Override
    public void get(ByteBuffer from, int byteOffset, float[] to, int index, int count) {
        Bits.at(from, byteOffset).asFloatBuffer().get(to, index, count);
    }
}
