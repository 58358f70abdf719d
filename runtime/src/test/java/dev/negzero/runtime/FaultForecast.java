package dev.negzero.runtime;

import dev.negzero.plan.FaultKind;
import java.util.List;

/**
 * Which ranks can't end what they do, and why: a rank goes on when all that take part in its next step have come to the
 * same step, and bring the same call. As the contract words it; shares nothing with an engine.
 */
final class FaultForecast {
    private final List<List<FaultStep.Part>> parts;
    private final int[] at;
    private boolean mismatch;
    private boolean meeting;

    private FaultForecast(List<List<FaultStep.Part>> parts) {
        this.parts = parts;
        at = new int[parts.size()];
        boolean moved;
        do {
            moved = false;
            for (int rank = 0; rank < at.length; rank++) {
                moved |= step(rank);
            }
        } while (moved);
    }

    /** What comes of the ranks' parts, of which each rank does its own in order. */
    static FaultForecast of(List<List<FaultStep.Part>> parts) {
        return new FaultForecast(parts);
    }

    private boolean step(int rank) {
        FaultStep.Part part = current(rank);
        if (part == null) {
            return false;
        }
        List<Integer> concerned = part.isHandOff() ? List.of(part.sender(), part.receiver()) : part.members();
        if (!concerned.stream().allMatch(other -> meets(part, current(other)))) {
            return false;
        }
        if (!concerned.stream().allMatch(other -> part.signature()
                .equals(parts.get(other).get(at[other]).signature()))) {
            mismatch = true;
            meeting = part.isMeeting();
            return false;
        }
        concerned.forEach(other -> at[other]++);
        return true;
    }

    private FaultStep.Part current(int rank) {
        return at[rank] < parts.get(rank).size() ? parts.get(rank).get(at[rank]) : null;
    }

    private static boolean meets(FaultStep.Part one, FaultStep.Part other) {
        return other != null
                && one.channel().equals(other.channel())
                && one.sender() == other.sender()
                && one.receiver() == other.receiver();
    }

    /** Whether a rank can't end; if any, {@link #kind} says why. */
    boolean stuck(int rank) {
        return current(rank) != null;
    }

    /** Whether no rank is stuck. */
    boolean allEnd() {
        for (int rank = 0; rank < at.length; rank++) {
            if (stuck(rank)) {
                return false;
            }
        }
        return true;
    }

    /** Whether ranks met for different things, which each of them finds out for itself. */
    boolean isDisagreement() {
        return meeting;
    }

    /** What stuck ranks are told, if none of them has failed by itself. */
    FaultKind kind() {
        return mismatch ? FaultKind.MISMATCH : FaultKind.TIMEOUT;
    }
}
