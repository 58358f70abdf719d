package dev.negzero.runtime.cuda;

import dev.negzero.plan.Algorithm;
import dev.negzero.plan.KernelPlan;
import dev.negzero.plan.KernelVariant;
import dev.negzero.plan.MethodPlan;
import dev.negzero.runtime.RuntimeProblem;

/**
 * How many blocks a call is launched with, so that the grids of all ranks of a GPU are resident together. A block waits
 * for blocks of other ranks; one that found no room would be waited for for ever.
 *
 * <p>It is enough to look at one kernel at a time. When a rank has finished a call, all blocks of all ranks' grids of that
 * call have started, so they end without needing more room. Sooner or later only grids of one and the same call are left,
 * and these have equal blocks and equal numbers of them.
 */
final class BlockBudget {
    private BlockBudget() {}

    /**
     * Most blocks of one rank's grid.
     *
     * @param gpu where it runs
     * @param blocksPerProcessor blocks of the kernel that fit on one processor
     * @param kernel name, for the message
     * @throws dev.negzero.runtime.LoadingException NZ835 if not even one block of each rank fits
     */
    static int cap(Gpu gpu, int blocksPerProcessor, String kernel) {
        long room = (long) gpu.processors() * blocksPerProcessor;
        long cap = room / gpu.ranks();
        if (cap < 1) {
            throw RuntimeProblem.CO_RESIDENT.loading(
                    gpu.ranks() + " ranks on " + gpu + ", which holds " + room + " blocks of " + kernel + " at once");
        }
        return (int) Math.min(cap, Integer.MAX_VALUE);
    }

    /**
     * Blocks of one call: a function of numbers that all ranks agree on.
     *
     * @param count elements of a segment, the largest count where there are several
     * @param cap of the kernel
     */
    static int blocks(KernelPlan plan, MethodPlan method, KernelVariant variant, long count, int cap) {
        return Math.min(cap, variant.shape().blocks(packs(plan, method, variant.algorithm(), count)));
    }

    /** Packs that one pass of the grid works through. */
    private static long packs(KernelPlan plan, MethodPlan method, Algorithm algorithm, long count) {
        long packs = method.packs(count);
        return switch (algorithm) {
            case LAMPORT_ONE_SHOT, MAILBOX_ONE_SHOT, MAILBOX_TRIPLES -> packs;
            case LAMPORT_TWO_SHOT -> (packs + plan.groupSize() - 1) / plan.groupSize();
            case SIGNAL_ONE_STAGE -> tile(plan, method, algorithm, packs);
            case SIGNAL_TWO_STAGE -> {
                long tile = tile(plan, method, algorithm, packs);
                yield (tile + plan.groupSize() - 1) / plan.groupSize();
            }
            case SIGNAL_BARRIER -> 1;
        };
    }

    private static long tile(KernelPlan plan, MethodPlan method, Algorithm algorithm, long packs) {
        return Math.min(packs, plan.layout().tilePacks(method, algorithm));
    }
}
