package dev.negzero.cli.bench;

/** Element types that can be measured. */
public enum BenchType {
    /** IEEE single precision. */
    F32(4),
    /** The upper half of an F32. */
    BF16(2),
    /** IEEE half precision. */
    F16(2);

    private final int bytes;

    BenchType(int bytes) {
        this.bytes = bytes;
    }

    /** Size of an element in bytes. */
    public int bytes() {
        return bytes;
    }
}
