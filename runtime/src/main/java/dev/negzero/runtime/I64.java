package dev.negzero.runtime;

/** Marker of {@link dev.negzero.annotations.DType#I64}: a signed 64-bit integer. Never instantiated. */
public final class I64 implements Element {
    private I64() {}
}
