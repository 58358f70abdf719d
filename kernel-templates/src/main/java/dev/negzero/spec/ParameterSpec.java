package dev.negzero.spec;

/**
 * One parameter as written.
 *
 * @param name the parameter's name
 * @param type its type with type variables substituted, as Java source text, e.g. {@code DeviceBuffer<BF16>}; names of
 *     negzero and {@code java.lang} are simple, others qualified
 * @param kind what the reader recognised
 * @param element the marker's simple name for a typed buffer ({@code BF16}), else empty
 * @param root whether it carries {@code @Root}
 * @param peer whether it carries {@code @Peer}
 * @param varargs whether it is the method's variable-arity parameter
 */
public record ParameterSpec(
        String name, String type, Kind kind, String element, boolean root, boolean peer, boolean varargs) {
    /** Whether it names a rank: the root, or the other rank of a hand-off. */
    public boolean isRank() {
        return root || peer;
    }

    /** Whether it is a buffer of either kind with a marker. */
    public boolean isTypedBuffer() {
        return kind == Kind.BUFFER || kind == Kind.SYMMETRIC_BUFFER;
    }

    /** What a parameter is, as far as a collective cares. */
    public enum Kind {
        /** {@code DeviceBuffer<M>} with a marker M. */
        BUFFER,
        /** {@code SymmetricBuffer<M>} with a marker M. */
        SYMMETRIC_BUFFER,
        /** A buffer type without a type argument, or with a wildcard or another type. */
        UNTYPED_BUFFER,
        /** {@code long}. */
        LONG,
        /** {@code long[]}. */
        LONG_ARRAY,
        /** {@code int}. */
        INT,
        /** Anything else. */
        OTHER
    }
}
