package dev.negzero.runtime.numeric;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.ReduceOp;
import java.nio.ByteBuffer;

/** Every dtype, one element at a time. */
final class ScalarReduction extends Reduction {
    private final Codec codec;
    private final Sanitiser sanitiser;
    private final ReduceOp op;
    private final int groupSize;
    private final int bytes;
    private final double[] wide = new double[2048];
    private final long[] whole = new long[2048];

    ScalarReduction(DType dtype, ReduceOp op, int groupSize) {
        super(2048);
        this.codec = Codec.of(dtype);
        this.sanitiser = Sanitiser.of(dtype);
        this.op = op;
        this.groupSize = groupSize;
        this.bytes = dtype.bytes();
    }

    @Override
    public void first(ByteBuffer from, int byteOffset, int elements) {
        for (int i = 0; i < elements; i++) {
            long bits = Bits.get(from, byteOffset + i * bytes, bytes);
            wide[i] = codec.toDouble(bits);
            whole[i] = codec.toLong(bits);
        }
    }

    @Override
    public void next(ByteBuffer from, int byteOffset, int elements) {
        for (int i = 0; i < elements; i++) {
            long bits = Bits.get(from, byteOffset + i * bytes, bytes);
            if (!codec.dtype().isFloat()) {
                whole[i] = combine(whole[i], codec.toLong(bits));
            } else if (bytes == 8) {
                wide[i] = combine(wide[i], codec.toDouble(bits));
            } else {
                wide[i] = combine((float) wide[i], codec.toFloat(bits));
            }
        }
    }

    private long combine(long a, long b) {
        return switch (op) {
            case SUM, AVG -> a + b;
            case PROD -> a * b;
            case MIN -> Math.min(codec.toLong(a), b);
            case MAX -> Math.max(codec.toLong(a), b);
        };
    }

    private double combine(double a, double b) {
        return switch (op) {
            case SUM, AVG -> a + b;
            case PROD -> a * b;
            case MIN -> Math.min(a, b);
            case MAX -> Math.max(a, b);
        };
    }

    private float combine(float a, float b) {
        return switch (op) {
            case SUM, AVG -> a + b;
            case PROD -> a * b;
            case MIN -> Math.min(a, b);
            case MAX -> Math.max(a, b);
        };
    }

    @Override
    public void finish(ByteBuffer to, int byteOffset, int elements) {
        for (int i = 0; i < elements; i++) {
            Bits.put(to, byteOffset + i * bytes, bytes, result(i));
        }
    }

    private long result(int i) {
        if (!codec.dtype().isFloat()) {
            return whole[i];
        }
        double value = wide[i];
        if (op == ReduceOp.AVG) {
            value = bytes == 8 ? value / groupSize : (float) value / (float) groupSize;
        }
        return sanitiser.word(codec.encode(Double.isNaN(value) ? Double.NaN : value));
    }
}
