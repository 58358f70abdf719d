package dev.negzero.runtime;

import dev.negzero.plan.MethodPlan;
import org.jspecify.annotations.Nullable;

/** The checks of a call's arguments, before anything is enqueued. */
final class CallChecks {
    private CallChecks() {}

    /** A buffer can be used in a call of {@code rank}. */
    static void buffer(Rank rank, MethodPlan method, String name, @Nullable DeviceBuffer<?> buffer) {
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

    /** A count fits two usable buffers, which don't overlap halfway. */
    static void count(MethodPlan method, DeviceBuffer<?> in, DeviceBuffer<?> out, long count) {
        if (count < 0) {
            throw RuntimeProblem.COUNT_NEGATIVE.argument("count " + count + " for " + method.key());
        }
        if (count > in.count() || count > out.count()) {
            boolean input = count > in.count();
            throw RuntimeProblem.COUNT_BEYOND.argument("count " + count + " for " + method.key() + ", "
                    + (input ? "in" : "out") + " is " + (input ? in : out));
        }
        if (in.memory() == out.memory() && in.offset() != out.offset()) {
            long bytes = count * method.dtype().bytes();
            if (Math.abs(in.offset() - out.offset()) < bytes) {
                throw RuntimeProblem.OVERLAP.argument("in at byte " + in.offset() + " and out at byte " + out.offset()
                        + " of one buffer, " + bytes + " bytes each, for " + method.key());
            }
        }
    }
}
