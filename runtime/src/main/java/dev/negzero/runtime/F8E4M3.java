package dev.negzero.runtime;

/** Marker of {@link dev.negzero.annotations.DType#F8E4M3}: OCP FP8 with 4 exponent bits. Never instantiated. */
public final class F8E4M3 implements Element {
    private F8E4M3() {}
}
