package dev.negzero.runtime.engine;

import dev.negzero.plan.KernelVariant;
import dev.negzero.plan.MethodPlan;
import org.jspecify.annotations.Nullable;

/** One rank's side of one opened launcher: its kernels and its domain region. */
public interface DomainPort {
    /**
     * Issues one call, in stream order. Arguments have been checked.
     *
     * @param method a method of the plan
     * @param variant a variant of the method
     * @param in input; null where the rank has none
     * @param inOffset byte offset of the message in {@code in}
     * @param out output, which may be {@code in}; null where the rank has none
     * @param outOffset byte offset of the result in {@code out}
     * @param count elements of a segment, the largest count where there are several; above 0, except for a barrier
     * @param root the root, or the other rank of a hand-off; {@link dev.negzero.plan.CallLayout#NO_ROOT} if neither
     * @param counts the counts of a call that has several, which nobody changes any more; else null
     * @param mayBlock whether the calling thread may wait for peers in here; if false, the call is only queued
     * @return the call's epoch
     * @throws FaultSignal if a rank has reported a fault
     */
    int launch(
            MethodPlan method,
            KernelVariant variant,
            @Nullable Memory in,
            long inOffset,
            @Nullable Memory out,
            long outOffset,
            long count,
            int root,
            long @Nullable [] counts,
            boolean mayBlock);

    /** Epoch of the call that was issued last, by itself or in a replay. */
    int epoch();

    /** Gives the kernels and the region back. */
    void close();
}
