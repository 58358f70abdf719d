package dev.negzero.runtime;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.ReduceOp;

/**
 * The reduction as the contract words it, one element at a time and from scratch: shares no code with the runtime. Values
 * pass through doubles, in which every type of up to 32 bits is exact; sums and products are rounded to F32 explicitly.
 */
final class Reference {
    /** Exponent bits, fraction bits and bias of a narrow format. */
    private record Format(int exponent, int fraction) {
        int bias() {
            return (1 << (exponent - 1)) - 1;
        }
    }

    private Reference() {}

    /** Reduces {@code inputs[rank][i]} over the ranks. */
    static long[] reduce(DType dtype, ReduceOp op, long[][] inputs) {
        return reduce(dtype, op, inputs, inputs[0].length);
    }

    static long[] reduce(DType dtype, ReduceOp op, long[][] inputs, int count) {
        long[] out = new long[count];
        for (int i = 0; i < count; i++) {
            out[i] = dtype.isFloat() ? floating(dtype, op, inputs, i) : whole(dtype, op, inputs, i);
        }
        return out;
    }

    private static long floating(DType dtype, ReduceOp op, long[][] inputs, int i) {
        double acc = decode(dtype, inputs[0][i]) + 0.0;
        for (int rank = 1; rank < inputs.length; rank++) {
            acc = round(dtype, combine(op, acc, decode(dtype, inputs[rank][i]) + 0.0));
        }
        if (op == ReduceOp.AVG) {
            acc = dtype == DType.F64 ? acc / inputs.length : (float) acc / (float) inputs.length;
        }
        long bits = encode(dtype, acc);
        return bits == sign(dtype) ? 0 : bits;
    }

    /** A double sum or product of two floats, rounded again to float, is the float operation's result. */
    private static double round(DType dtype, double value) {
        return dtype == DType.F64 ? value : (float) value;
    }

    private static double combine(ReduceOp op, double a, double b) {
        return switch (op) {
            case SUM, AVG -> a + b;
            case PROD -> a * b;
            case MIN -> Double.isNaN(a) || Double.isNaN(b) ? Double.NaN : a < b ? a : b;
            case MAX -> Double.isNaN(a) || Double.isNaN(b) ? Double.NaN : a > b ? a : b;
        };
    }

    private static long whole(DType dtype, ReduceOp op, long[][] inputs, int i) {
        long acc = extend(dtype, inputs[0][i]);
        for (int rank = 1; rank < inputs.length; rank++) {
            long next = extend(dtype, inputs[rank][i]);
            acc = extend(
                    dtype,
                    switch (op) {
                        case SUM -> acc + next;
                        case PROD -> acc * next;
                        case MIN -> acc < next ? acc : next;
                        case MAX -> acc > next ? acc : next;
                        case AVG -> throw new IllegalArgumentException("AVG of integers");
                    });
        }
        return dtype.bytes() == 8 ? acc : acc & ((1L << (8 * dtype.bytes())) - 1);
    }

    private static long extend(DType dtype, long bits) {
        return switch (dtype) {
            case I8 -> (byte) bits;
            case U8 -> bits & 0xFF;
            case I32 -> (int) bits;
            default -> bits;
        };
    }

    private static long sign(DType dtype) {
        return 1L << (8 * dtype.bytes() - 1);
    }

    static double decode(DType dtype, long bits) {
        return switch (dtype) {
            case F32 -> Float.intBitsToFloat((int) bits);
            case F64 -> Double.longBitsToDouble(bits);
            case BF16 -> Float.intBitsToFloat((int) bits << 16);
            case F16 -> narrow(new Format(5, 10), bits, true);
            case F8E5M2 -> narrow(new Format(5, 2), bits, true);
            case F8E4M3 -> narrow(new Format(4, 3), bits, false);
            default -> throw new IllegalArgumentException(dtype.name());
        };
    }

    private static double narrow(Format format, long bits, boolean infinities) {
        int exponent = (int) (bits >>> format.fraction()) & (1 << format.exponent()) - 1;
        long fraction = bits & (1L << format.fraction()) - 1;
        boolean negative = (bits >>> format.exponent() + format.fraction() & 1) != 0;
        boolean top = exponent == (1 << format.exponent()) - 1;
        double magnitude;
        if (top && infinities) {
            magnitude = fraction == 0 ? Double.POSITIVE_INFINITY : Double.NaN;
        } else if (top && fraction == (1L << format.fraction()) - 1) {
            magnitude = Double.NaN;
        } else if (exponent == 0) {
            magnitude = Math.scalb((double) fraction, 1 - format.bias() - format.fraction());
        } else {
            magnitude = Math.scalb(
                    (double) (fraction | 1L << format.fraction()), exponent - format.bias() - format.fraction());
        }
        return negative ? -magnitude : magnitude;
    }

    /** Nearest element, ties to even; NaN is the canonical one. */
    static long encode(DType dtype, double value) {
        return switch (dtype) {
            case F32 -> Double.isNaN(value) ? 0x7FC00000L : Float.floatToRawIntBits((float) value) & 0xFFFFFFFFL;
            case F64 -> Double.isNaN(value) ? 0x7FF8000000000000L : Double.doubleToRawLongBits(value);
            case BF16 -> Double.isNaN(value) ? 0x7FC0L : encode(new Format(8, 7), value, 0x7F80L);
            case F16 -> Double.isNaN(value) ? 0x7E00L : encode(new Format(5, 10), value, 0x7C00L);
            case F8E5M2 -> Double.isNaN(value) ? 0x7EL : encode(new Format(5, 2), value, 0x7CL);
            case F8E4M3 -> Double.isNaN(value) ? 0x7FL : encode(new Format(4, 3), value, 0x7EL);
            default -> throw new IllegalArgumentException(dtype.name());
        };
    }

    /** @param overflow what stands for everything too large */
    private static long encode(Format format, double value, long overflow) {
        long negative = Math.copySign(1.0, value) < 0 ? 1L << format.exponent() + format.fraction() : 0;
        double magnitude = Math.abs(value);
        int exponent = Math.max(Math.getExponent(magnitude), 1 - format.bias());
        if (Double.isInfinite(magnitude)) {
            return negative | overflow;
        }
        // In units of the last place; a carry into the next exponent comes out right by itself.
        long units = (long) Math.rint(Math.scalb(magnitude, format.fraction() - exponent));
        long bits = units + ((long) (exponent + format.bias() - 1) << format.fraction());
        return negative | Math.min(bits, overflow);
    }
}
