package dev.negzero.runtime;

/** Marker of {@link dev.negzero.annotations.DType#U8}: an unsigned 8-bit integer. Never instantiated. */
public final class U8 implements Element {
    private U8() {}
}
