package dev.negzero.runtime.numeric;

import dev.negzero.annotations.DType;
import java.math.BigDecimal;
import java.util.function.DoublePredicate;

/**
 * A narrow float from its definition: the table of its finite magnitudes, and rounding by search for the nearest of
 * them. All its values, and the midpoints between neighbours, are exact doubles.
 */
final class ExactFloat {
    final DType dtype;
    final int signBit;
    final int nan;
    final int afterLargest;
    private final boolean saturates;
    private final double[] magnitudes;

    private ExactFloat(DType dtype, int exponentBits, int fractionBits, int nan, boolean saturates) {
        this.dtype = dtype;
        this.signBit = 1 << (exponentBits + fractionBits);
        this.nan = nan;
        this.saturates = saturates;
        this.afterLargest = saturates ? signBit - 1 : ((1 << exponentBits) - 1) << fractionBits;
        this.magnitudes = new double[afterLargest + 1];
        int bias = (1 << (exponentBits - 1)) - 1;
        for (int code = 0; code <= afterLargest; code++) {
            int exponent = code >> fractionBits;
            int fraction = code % (1 << fractionBits);
            double significand = fraction / (double) (1 << fractionBits) + (exponent == 0 ? 0 : 1);
            // The last entry is what the next value would be; only its midpoint with the largest finite one counts.
            magnitudes[code] = significand * Math.pow(2, Math.max(exponent, 1) - bias);
        }
    }

    static ExactFloat of(DType dtype) {
        return switch (dtype) {
            case BF16 -> new ExactFloat(dtype, 8, 7, 0x7FC0, false);
            case F16 -> new ExactFloat(dtype, 5, 10, 0x7E00, false);
            case F8E4M3 -> new ExactFloat(dtype, 4, 3, 0x7F, true);
            case F8E5M2 -> new ExactFloat(dtype, 5, 2, 0x7E, false);
            default -> throw new AssertionError(dtype);
        };
    }

    double value(int pattern) {
        int code = pattern & (signBit - 1);
        double magnitude = code < afterLargest ? magnitudes[code] : Double.NaN;
        if (!saturates && code == afterLargest) {
            magnitude = Double.POSITIVE_INFINITY;
        }
        return Double.isNaN(magnitude) ? Double.NaN : Math.copySign(magnitude, (pattern & signBit) == 0 ? 1 : -1);
    }

    /** The midpoint between the magnitudes of {@code code} and {@code code + 1}. */
    double midpoint(int code) {
        return (magnitudes[code] + magnitudes[code + 1]) / 2;
    }

    int nearest(double value) {
        if (Double.isNaN(value)) {
            return nan;
        }
        double magnitude = Math.abs(value);
        int low = below(bound -> bound <= magnitude);
        int sign = Math.copySign(1, value) < 0 ? signBit : 0;
        return sign | pick(low, Double.compare(magnitude, midpoint(low)));
    }

    int nearest(long value) {
        BigDecimal magnitude = BigDecimal.valueOf(value).abs();
        int low = below(bound -> new BigDecimal(bound).compareTo(magnitude) <= 0);
        return (value < 0 ? signBit : 0) | pick(low, magnitude.compareTo(new BigDecimal(midpoint(low))));
    }

    /** The last finite code whose magnitude isn't above the number that {@code notAbove} compares with. */
    private int below(DoublePredicate notAbove) {
        int low = 0;
        int high = afterLargest;
        while (high - low > 1) {
            int middle = (low + high) / 2;
            if (notAbove.test(magnitudes[middle])) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private int pick(int low, int againstMidpoint) {
        boolean up = againstMidpoint > 0 || (againstMidpoint == 0 && low % 2 != 0);
        int code = up ? low + 1 : low;
        return saturates ? Math.min(code, afterLargest - 1) : code;
    }
}
