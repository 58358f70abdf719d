package dev.negzero.runtime;

/** Marker of {@link dev.negzero.annotations.DType#I8}: a signed 8-bit integer. Never instantiated. */
public final class I8 implements Element {
    private I8() {}
}
