package dev.negzero.runtime.signal;

import dev.negzero.plan.SignalLayout;

/**
 * The rotation of the three generations of a Lamport region.
 *
 * <p>A call exchanges data in generation g, and meanwhile clears the one of the call before, g + 2 modulo 3. Two
 * generations would not do: a peer that is one call ahead stores into the very generation that this rank is about to
 * clear. With three it stores into the one cleared a call earlier, and it got that far only after reading what this rank
 * pushed behind that clear.
 *
 * <p>The generation is stored, not derived from the count of calls: 2^32 is 1 modulo 3, so a remainder would stutter when
 * the count wraps.
 */
public final class LamportGeneration {
    private LamportGeneration() {}

    /** The generation of the next call. */
    public static int next(int generation) {
        return generation + 1 == SignalLayout.GENERATIONS ? 0 : generation + 1;
    }

    /** The generation that a call in {@code generation} clears: that of the call before. */
    public static int cleared(int generation) {
        return generation == 0 ? SignalLayout.GENERATIONS - 1 : generation - 1;
    }

    /**
     * Byte offset of a writer's slot inside the Lamport part of a region.
     *
     * @param slotBytes bytes of one slot
     */
    public static long slot(int generation, int writer, int groupSize, long slotBytes) {
        return ((long) generation * groupSize + writer) * slotBytes;
    }
}
