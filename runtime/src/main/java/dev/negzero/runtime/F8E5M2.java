package dev.negzero.runtime;

/** Marker of {@link dev.negzero.annotations.DType#F8E5M2}: OCP FP8 with 5 exponent bits. Never instantiated. */
public final class F8E5M2 implements Element {
    private F8E5M2() {}
}
