package dev.negzero.runtime;

import dev.negzero.plan.MethodPlan;
import dev.negzero.spec.Counts;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The checks of the arguments of one rank's calls, before anything is enqueued. They allocate nothing while all is well. */
final class CallChecks {
    private final Rank rank;
    private final int ranks;
    private final Extents extents;

    CallChecks(Rank rank, int ranks, Extents extents) {
        this.rank = rank;
        this.ranks = ranks;
        this.extents = extents;
    }

    /** The root is a rank of the group, and the one that the annotation names, if it names one. */
    void root(MethodPlan method, int root) {
        if (root < 0 || root >= ranks) {
            throw RuntimeProblem.ROOT.argument("root " + root + " of " + ranks + " ranks for " + method.key());
        }
        if (method.root() >= 0 && root != method.root()) {
            throw RuntimeProblem.ROOT.argument(
                    "root " + root + " for " + method.key() + ", whose annotation names root " + method.root());
        }
    }

    /** The other rank of a hand-off is one. */
    void peer(MethodPlan method, int peer) {
        if (peer < 0 || peer >= ranks || peer == rank.index()) {
            throw RuntimeProblem.PEER.argument(
                    "peer " + peer + " of " + ranks + " ranks for " + method.key() + " on rank " + rank.index());
        }
    }

    /** A buffer can be used in a call of the rank. */
    void buffer(MethodPlan method, String name, @Nullable DeviceBuffer<?> buffer) {
        if (buffer == null) {
            throw RuntimeProblem.BUFFER_NULL.argument("null for " + name + " of " + method.key());
        }
        if (!buffer.rank().serves(rank)) {
            throw RuntimeProblem.BUFFER_FOREIGN.argument(name + " of " + method.key() + " is " + buffer
                    + (buffer.rank().group() == rank.group() ? "" : " of another group") + ", the launcher is of rank "
                    + rank.index());
        }
        if (buffer.isClosed()) {
            throw RuntimeProblem.BUFFER_FREED.state(name + " of " + method.key() + " is a closed " + buffer);
        }
        if (buffer.dtype() != method.dtype()) {
            throw RuntimeProblem.BUFFER_DTYPE.argument(
                    name + " of " + method.key() + " is " + buffer + ", the method's dtype is " + method.dtype());
        }
    }

    /** A count is one. */
    void count(MethodPlan method, long count) {
        if (count < 0) {
            throw RuntimeProblem.COUNT_NEGATIVE.argument("count " + count + " for " + method.key());
        }
    }

    /**
     * Counts are as many as they should be, none is negative, and all of them together are a number of bytes.
     *
     * @return the largest
     */
    long counts(MethodPlan method, long @Nullable [] counts) {
        int numbers = extents.numbers(method.counts());
        if (counts == null || counts.length != numbers) {
            throw RuntimeProblem.COUNTS.argument((counts == null ? "null" : counts.length + " counts") + " for "
                    + method.key() + ", which takes " + numbers + " in a group of " + ranks + " ranks");
        }
        long sum = 0;
        long largest = 0;
        for (int i = 0; i < numbers; i++) {
            if (counts[i] < 0) {
                throw RuntimeProblem.COUNT_NEGATIVE.argument(
                        "counts[" + i + "] = " + counts[i] + " for " + method.key());
            }
            sum = Extents.plus(sum, counts[i]);
            largest = Math.max(largest, counts[i]);
        }
        if (sum > Long.MAX_VALUE / method.dtype().bytes()) {
            throw RuntimeProblem.COUNT_BEYOND.argument(
                    "counts " + Arrays.toString(counts) + " for " + method.key() + ", more than 2^63 bytes in all");
        }
        return largest;
    }

    /** A usable buffer holds what the call reads or writes there. */
    void room(MethodPlan method, String name, DeviceBuffer<?> buffer, long needed, long count) {
        if (needed > buffer.count()) {
            boolean one = method.counts() == Counts.ONE;
            String what = one ? "count " + count : "counts";
            String elements = one && needed == count
                    ? ""
                    : ", which take " + (needed == Long.MAX_VALUE ? "2^63 or more" : Long.toString(needed))
                            + " elements";
            throw RuntimeProblem.COUNT_BEYOND.argument(
                    what + " for " + method.key() + elements + ", " + name + " is " + buffer);
        }
    }

    /** Input and output don't touch, or are those of the in-place form. */
    void overlap(
            MethodPlan method,
            DeviceBuffer<?> in,
            DeviceBuffer<?> out,
            long inElements,
            long outElements,
            long inPlace) {
        if (in.memory() != out.memory()) {
            return;
        }
        int bytes = method.dtype().bytes();
        long distance = out.offset() - in.offset();
        boolean apart = distance >= inElements * bytes || -distance >= outElements * bytes;
        if (apart || (inPlace != Extents.APART && distance == inPlace * bytes)) {
            return;
        }
        String form = inPlace == Extents.APART
                ? "which has no in-place form"
                : "in place is out at byte " + (in.offset() + inPlace * bytes);
        throw RuntimeProblem.OVERLAP.argument(
                inElements * bytes + " bytes of in at byte " + in.offset() + " and " + outElements * bytes
                        + " bytes of out at byte " + out.offset() + " of one buffer for " + method.key() + ", " + form);
    }
}
