package dev.negzero.runtime.engine;

import dev.negzero.plan.KernelVariant;
import dev.negzero.plan.MethodPlan;
import org.jspecify.annotations.Nullable;

/**
 * A call that was checked and kept, to be carried out later, as often as asked for. Its parts are the arguments of
 * {@link DomainPort#launch}.
 */
public record RecordedCall(
        DomainPort domain,
        MethodPlan method,
        KernelVariant variant,
        @Nullable Memory in,
        long inOffset,
        @Nullable Memory out,
        long outOffset,
        long count,
        int root,
        long @Nullable [] counts) {}
