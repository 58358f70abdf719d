package dev.negzero.runtime.numeric;

import dev.negzero.annotations.DType;

/** Floats of 8 and 16 bits. */
final class NarrowCodec extends Codec {
    private final NarrowFloat format;

    NarrowCodec(DType dtype) {
        super(dtype);
        this.format = NarrowFloat.of(dtype);
    }

    @Override
    public long encode(float value) {
        return format.encode(value);
    }

    @Override
    public long encode(double value) {
        return format.encode(value);
    }

    @Override
    public long encode(long value) {
        return format.encode(sticky(value));
    }

    @Override
    public float toFloat(long bits) {
        return format.decode((int) bits);
    }

    @Override
    public double toDouble(long bits) {
        return format.decode((int) bits);
    }

    @Override
    public long toLong(long bits) {
        return round(format.decode((int) bits), Long.MIN_VALUE, Long.MAX_VALUE);
    }
}
