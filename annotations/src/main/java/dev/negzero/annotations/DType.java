package dev.negzero.annotations;

/**
 * Element type of a buffer and of the packs that travel between ranks.
 *
 * <p>Floating-point reductions accumulate in {@code F32} (in {@code F64} for {@code F64}) in rank order and round once;
 * integers wrap in their own type. FP8 follows the OCP specification.
 */
public enum DType {
    /** bfloat16: 8 exponent bits, 7 fraction bits. */
    BF16(2, true),
    /** IEEE 754 binary16. */
    F16(2, true),
    /** IEEE 754 binary32. */
    F32(4, true),
    /** IEEE 754 binary64. */
    F64(8, true),
    /** OCP FP8 with 4 exponent bits; no infinities, overflow saturates to 448. */
    F8E4M3(1, true),
    /** OCP FP8 with 5 exponent bits; has infinities. */
    F8E5M2(1, true),
    /** Signed 8-bit integer, two's complement. */
    I8(1, false),
    /** Unsigned 8-bit integer. */
    U8(1, false),
    /** Signed 32-bit integer, two's complement. */
    I32(4, false),
    /** Signed 64-bit integer, two's complement. */
    I64(8, false);

    private final int bytes;
    private final boolean floating;

    DType(int bytes, boolean floating) {
        this.bytes = bytes;
        this.floating = floating;
    }

    /** Size of one element in bytes: 1, 2, 4 or 8. */
    public int bytes() {
        return bytes;
    }

    /** Whether this is a floating-point type, which has a -0.0 and so can use {@link Protocol#LAMPORT}. */
    public boolean isFloat() {
        return floating;
    }
}
