package dev.negzero.runtime;

/** Marker of {@link dev.negzero.annotations.DType#F64}: IEEE 754 binary64, Java's {@code double}. Never instantiated. */
public final class F64 implements Element {
    private F64() {}
}
