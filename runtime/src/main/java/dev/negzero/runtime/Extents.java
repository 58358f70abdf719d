package dev.negzero.runtime;

import dev.negzero.spec.Counts;
import dev.negzero.spec.Operation;
import org.jspecify.annotations.Nullable;

/**
 * Which part of its buffers a rank uses in a call: the contract of each operation, in elements. Sums that don't fit 63 bits
 * become {@link Long#MAX_VALUE}, which no buffer holds.
 */
final class Extents {
    /** There is no in-place form. */
    static final long APART = Long.MIN_VALUE;

    private final int ranks;
    private final int rank;

    /** The extents of one rank of a group. */
    Extents(int ranks, int rank) {
        this.ranks = ranks;
        this.rank = rank;
    }

    /** Whether the rank has an input. */
    boolean reads(Operation operation, int root) {
        return operation.reads(rank, root);
    }

    /** Whether the rank has an output. */
    boolean writes(Operation operation, int root) {
        return operation.writes(rank, root);
    }

    /** Elements of the input, where there is one. */
    long input(Operation operation, long count, long @Nullable [] counts) {
        if (counts != null) {
            return operation.segmentsInput() ? sum(counts, rank * ranks, 1) : counts[rank];
        }
        return operation.segmentsInput() ? times(ranks, count) : count;
    }

    /** Elements of the output, where there is one. */
    long output(Operation operation, long count, long @Nullable [] counts) {
        if (counts != null) {
            return operation.segmentsInput() ? sum(counts, rank, ranks) : sum(counts, 0, 1);
        }
        return operation.segmentsOutput() ? times(ranks, count) : count;
    }

    /**
     * Where the output starts in a call in place, in elements from where the input starts, so that the rank's own segment
     * stays where it is; {@link #APART} if there is no such form.
     */
    long inPlace(Operation operation, long count, long @Nullable [] counts) {
        if (operation.segmentsInput() && operation.segmentsOutput()) {
            return counts == null ? 0 : APART;
        }
        if (operation.segmentsInput()) {
            return times(rank, count);
        }
        if (operation.segmentsOutput()) {
            return -(counts == null ? times(rank, count) : before(counts));
        }
        return 0;
    }

    /** Numbers that the counts of a call must have. */
    int numbers(Counts counts) {
        return counts.numbers(ranks);
    }

    private long before(long[] counts) {
        long sum = 0;
        for (int i = 0; i < rank; i++) {
            sum = plus(sum, counts[i]);
        }
        return sum;
    }

    /** As many counts as there are ranks. */
    private long sum(long[] counts, int first, int step) {
        long sum = 0;
        for (int i = 0; i < ranks; i++) {
            sum = plus(sum, counts[first + i * step]);
        }
        return sum;
    }

    static long plus(long a, long b) {
        return a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b;
    }

    static long times(int factor, long count) {
        return factor != 0 && count > Long.MAX_VALUE / factor ? Long.MAX_VALUE : factor * count;
    }
}
