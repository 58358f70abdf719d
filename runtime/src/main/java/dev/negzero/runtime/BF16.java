package dev.negzero.runtime;

/** Marker of {@link dev.negzero.annotations.DType#BF16}: bfloat16. Never instantiated. */
public final class BF16 implements Element {
    private BF16() {}
}
