package dev.negzero.runtime.host;

import dev.negzero.plan.MethodPlan;
import dev.negzero.runtime.numeric.Reduction;
import dev.negzero.runtime.numeric.Sanitiser;
import org.jspecify.annotations.Nullable;

/** What a method needs to combine elements; made when a launcher opens, as calls allocate nothing. */
final class Kernel {
    private final @Nullable Reduction reduction;
    private final Sanitiser sanitiser;

    private Kernel(@Nullable Reduction reduction, Sanitiser sanitiser) {
        this.reduction = reduction;
        this.sanitiser = sanitiser;
    }

    static Kernel of(MethodPlan method, int groupSize) {
        Reduction reduction =
                method.operation().reduces() ? Reduction.of(method.dtype(), method.reduceOp(), groupSize) : null;
        return new Kernel(reduction, Sanitiser.of(method.dtype()));
    }

    /** How the method combines elements. */
    Reduction reduction() {
        if (reduction == null) {
            throw new IllegalStateException("the method moves elements and combines none");
        }
        return reduction;
    }

    Sanitiser sanitiser() {
        return sanitiser;
    }
}
