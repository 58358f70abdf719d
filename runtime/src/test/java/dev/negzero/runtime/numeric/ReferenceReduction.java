package dev.negzero.runtime.numeric;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.ReduceOp;
import org.jspecify.annotations.Nullable;

/** The arithmetic of a reduction as its documentation says it, one element at a time, on element bits. */
final class ReferenceReduction {
    private final DType dtype;
    private final ReduceOp op;
    private final @Nullable ExactFloat narrow;

    ReferenceReduction(DType dtype, ReduceOp op) {
        this.dtype = dtype;
        this.op = op;
        this.narrow = dtype.isFloat() && dtype.bytes() <= 2 ? ExactFloat.of(dtype) : null;
    }

    /** Bits of the result for one element, given every rank's bits in rank order. */
    long reduce(long... ranks) {
        if (!dtype.isFloat()) {
            return reduceIntegers(ranks);
        }
        return dtype == DType.F64 ? reduceDoubles(ranks) : reduceFloats(ranks);
    }

    private long reduceFloats(long[] ranks) {
        float result = toFloat(ranks[0]);
        for (int rank = 1; rank < ranks.length; rank++) {
            float next = toFloat(ranks[rank]);
            result = switch (op) {
                case SUM, AVG -> result + next;
                case PROD -> result * next;
                case MIN -> (float) least(result, next);
                case MAX -> (float) -least(-result, -next);
            };
        }
        if (op == ReduceOp.AVG) {
            result /= (float) ranks.length;
        }
        if (narrow != null) {
            int code = narrow.nearest(result);
            return code == narrow.signBit ? 0 : code;
        }
        int bits = Float.isNaN(result) ? 0x7FC00000 : result == 0 ? 0 : Float.floatToRawIntBits(result);
        return bits & 0xFFFFFFFFL;
    }

    private float toFloat(long bits) {
        float value = narrow != null ? (float) narrow.value((int) bits) : Float.intBitsToFloat((int) bits);
        return value == 0 ? 0.0f : value;
    }

    private long reduceDoubles(long[] ranks) {
        double result = toDouble(ranks[0]);
        for (int rank = 1; rank < ranks.length; rank++) {
            double next = toDouble(ranks[rank]);
            result = switch (op) {
                case SUM, AVG -> result + next;
                case PROD -> result * next;
                case MIN -> least(result, next);
                case MAX -> -least(-result, -next);
            };
        }
        if (op == ReduceOp.AVG) {
            result /= ranks.length;
        }
        if (Double.isNaN(result)) {
            return 0x7FF8000000000000L;
        }
        return result == 0 ? 0 : Double.doubleToRawLongBits(result);
    }

    private static double toDouble(long bits) {
        double value = Double.longBitsToDouble(bits);
        return value == 0 ? 0.0 : value;
    }

    private static double least(double a, double b) {
        if (Double.isNaN(a) || Double.isNaN(b)) {
            return Double.NaN;
        }
        return a < b ? a : b;
    }

    private long reduceIntegers(long[] ranks) {
        long result = whole(ranks[0]);
        for (int rank = 1; rank < ranks.length; rank++) {
            long next = whole(ranks[rank]);
            result = whole(
                    switch (op) {
                        case SUM -> result + next;
                        case PROD -> result * next;
                        case MIN -> result < next ? result : next;
                        case MAX -> result > next ? result : next;
                        case AVG -> throw new AssertionError("integers have no AVG");
                    });
        }
        return dtype.bytes() == 8 ? result : result & ((1L << (8 * dtype.bytes())) - 1);
    }

    private long whole(long bits) {
        return switch (dtype) {
            case I8 -> (byte) bits;
            case U8 -> bits & 0xFF;
            case I32 -> (int) bits;
            default -> bits;
        };
    }
}
