package dev.negzero.runtime;

import dev.negzero.annotations.DType;

/** Translates between the marker types of {@link Element} and the values of {@link DType}. */
public final class Elements {
    private Elements() {}

    /**
     * The dtype that a marker stands for.
     *
     * @throws IllegalArgumentException if {@code marker} is {@link Element} itself, which names no dtype
     */
    public static DType dtypeOf(Class<? extends Element> marker) {
        for (DType dtype : DType.values()) {
            if (markerOf(dtype) == marker) {
                return dtype;
            }
        }
        throw new IllegalArgumentException(marker.getName() + " names no dtype; pass one of its permitted markers");
    }

    /** The marker that stands for a dtype. */
    public static Class<? extends Element> markerOf(DType dtype) {
        return switch (dtype) {
            case BF16 -> BF16.class;
            case F16 -> F16.class;
            case F32 -> F32.class;
            case F64 -> F64.class;
            case F8E4M3 -> F8E4M3.class;
            case F8E5M2 -> F8E5M2.class;
            case I8 -> I8.class;
            case U8 -> U8.class;
            case I32 -> I32.class;
            case I64 -> I64.class;
        };
    }
}
