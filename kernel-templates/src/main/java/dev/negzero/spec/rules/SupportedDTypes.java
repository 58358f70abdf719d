package dev.negzero.spec.rules;

import dev.negzero.annotations.DType;
import dev.negzero.spec.Operation;
import java.util.EnumSet;
import java.util.Set;

/** Which element types the device headers and engines of this version can reduce. The only place that says so. */
final class SupportedDTypes {
    private SupportedDTypes() {}

    static Set<DType> of(Operation operation) {
        return switch (operation) {
            case ALL_REDUCE -> EnumSet.of(DType.BF16, DType.F16, DType.F32);
            case REDUCE_SCATTER, REDUCE, ALL_GATHER, BROADCAST, SCATTER, GATHER, ALL_TO_ALL, SEND, RECEIVE ->
                EnumSet.noneOf(DType.class);
            case BARRIER -> EnumSet.allOf(DType.class);
        };
    }
}
