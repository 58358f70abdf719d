package dev.negzero.runtime;

/** Marker of {@link dev.negzero.annotations.DType#F16}: IEEE 754 binary16. Never instantiated. */
public final class F16 implements Element {
    private F16() {}
}
