package dev.negzero.runtime;

/** Marker of {@link dev.negzero.annotations.DType#I32}: a signed 32-bit integer. Never instantiated. */
public final class I32 implements Element {
    private I32() {}
}
