package dev.negzero.samples.digits;

/** The type in which gradients travel. Parameters and losses are F32 in any case. */
public enum Wire {
    /** IEEE single precision. */
    F32,
    /** The upper half of an F32: half the bytes, 8 significant bits. */
    BF16
}
