package dev.negzero.runtime.numeric;

import dev.negzero.annotations.DType;

/**
 * Layout of a floating-point type of 8 or 16 bits, and its exact conversions one value at a time.
 *
 * <p>A magnitude is a pattern without its sign bit. Magnitudes are ordered like the values they stand for, and those
 * above {@link #overflow} are NaNs.
 *
 * @param signBit the sign bit, which is also the number of magnitudes
 * @param fractionBits bits of the fraction
 * @param bias exponent bias
 * @param overflow magnitude that values beyond the range become: infinity, or the largest finite value
 * @param infinite whether {@link #overflow} is infinity
 * @param nan the canonical NaN
 */
record NarrowFloat(int signBit, int fractionBits, int bias, int overflow, boolean infinite, int nan) {
    static final NarrowFloat BF16 = new NarrowFloat(0x8000, 7, 127, 0x7F80, true, 0x7FC0);
    static final NarrowFloat F16 = new NarrowFloat(0x8000, 10, 15, 0x7C00, true, 0x7E00);
    static final NarrowFloat F8E4M3 = new NarrowFloat(0x80, 3, 7, 0x7E, false, 0x7F);
    static final NarrowFloat F8E5M2 = new NarrowFloat(0x80, 2, 15, 0x7C, true, 0x7E);

    /**
     * The layout of a dtype.
     *
     * @throws IllegalArgumentException if {@code dtype} is no float of 8 or 16 bits
     */
    static NarrowFloat of(DType dtype) {
        return switch (dtype) {
            case BF16 -> BF16;
            case F16 -> F16;
            case F8E4M3 -> F8E4M3;
            case F8E5M2 -> F8E5M2;
            default -> throw new IllegalArgumentException(dtype + " is no float of 8 or 16 bits");
        };
    }

    /** The pattern nearest to {@code value}, ties to even; it keeps the sign of zero, and a NaN becomes {@link #nan}. */
    int encode(double value) {
        long raw = Double.doubleToRawLongBits(value);
        long magnitude = raw & Long.MAX_VALUE;
        if (magnitude > 0x7FF0000000000000L) {
            return nan;
        }
        int sign = raw < 0 ? signBit : 0;
        int exponent = (int) (magnitude >>> 52) - 1023;
        int grid = Math.max(exponent, 1 - bias);
        int shift = 52 - fractionBits + (grid - exponent);
        if (shift > 53) {
            return sign; // less than half of the smallest subnormal; every subnormal double is among these
        }
        long significand = (magnitude & 0xFFFFFFFFFFFFFL) | 0x10000000000000L;
        long kept = significand >>> shift;
        long lost = significand & ((1L << shift) - 1);
        long half = 1L << (shift - 1);
        if (lost > half || (lost == half && (kept & 1) != 0)) {
            kept++;
        }
        // The leading one of a normal number adds the 1 that its exponent field still lacks.
        long code = ((long) (grid + bias - 1) << fractionBits) + kept;
        return sign | (int) Math.min(code, overflow);
    }

    /** The same for a float, in fewer steps. */
    int encode(float value) {
        int raw = Float.floatToRawIntBits(value);
        int magnitude = raw & 0x7FFFFFFF;
        if (magnitude > 0x7F800000) {
            return nan;
        }
        int shift = 23 - fractionBits;
        int code;
        if (magnitude >= (128 - bias) << 23) {
            int rounded = magnitude + (1 << (shift - 1)) - 1 + ((magnitude >>> shift) & 1);
            code = (rounded >>> shift) - ((127 - bias) << fractionBits);
        } else {
            float anchor = anchor();
            code = Float.floatToRawIntBits(Math.abs(value) + anchor) - Float.floatToRawIntBits(anchor);
        }
        // The sign of data is random: a branch on it would cost more than all the rest.
        return ((raw >>> Integer.numberOfLeadingZeros(signBit)) & signBit) | Math.min(code, overflow);
    }

    /**
     * The power of two whose last bit, as a float, is worth the least subnormal: adding it to the magnitude of a float
     * below the normal numbers rounds that magnitude to a subnormal, whose code is then in the low bits of the sum.
     */
    float anchor() {
        return Float.intBitsToFloat((127 + 24 - bias - fractionBits) << 23);
    }

    /** The value of a pattern, exactly; bits above the pattern are ignored. Every NaN becomes Java's canonical one. */
    float decode(int pattern) {
        int magnitude = pattern & (signBit - 1);
        if (magnitude > overflow) {
            return Float.NaN;
        }
        int sign = (pattern & signBit) << Integer.numberOfLeadingZeros(signBit);
        int shifted = magnitude << (23 - fractionBits);
        if (infinite && magnitude == overflow) {
            return Float.intBitsToFloat(sign | 0x7F800000);
        }
        if (magnitude >>> fractionBits == 0) {
            // The float with this fraction and a leading one, less that one.
            int leadingOne = sign | (128 - bias) << 23;
            float value = Float.intBitsToFloat(leadingOne | shifted) - Float.intBitsToFloat(leadingOne);
            return magnitude == 0 ? Float.intBitsToFloat(sign) : value;
        }
        return Float.intBitsToFloat(sign | (shifted + ((127 - bias) << 23)));
    }
}
