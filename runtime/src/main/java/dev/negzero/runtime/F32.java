package dev.negzero.runtime;

/** Marker of {@link dev.negzero.annotations.DType#F32}: IEEE 754 binary32, Java's {@code float}. Never instantiated. */
public final class F32 implements Element {
    private F32() {}
}
