package dev.negzero.runtime;

import dev.negzero.runtime.engine.Probe;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A few calls of a group, and what goes wrong on one of its ranks in one of them. All of it follows from the seed.
 *
 * @param ranks size of the group
 * @param steps what all ranks call, in order
 * @param kind what goes wrong
 * @param victim on which rank
 * @param call in which step
 * @param point where in that call, for kinds that strike inside one
 * @param spins how long a late rank is late, in yields
 */
record FaultSchedule(
        long seed, int ranks, List<Step> steps, Kind kind, int victim, int call, Probe.Point point, int spins) {
    private static final int MAX_STEPS = 5;
    static final int CAPACITY = 3000;

    /** A call: index of the method, elements. */
    record Step(int method, int count) {}

    /** What goes wrong. */
    enum Kind {
        /** Nothing. */
        NOTHING,
        /** The rank comes late, inside a call. */
        LATE,
        /** The rank leaves its body before the call, and never comes. */
        ABSENT,
        /** The rank's own code throws between two calls. */
        THROWS,
        /** Code of the rank throws inside the call. */
        THROWS_INSIDE,
        /** The rank is interrupted before the call. */
        INTERRUPTED,
        /** The rank calls with another count. */
        OTHER_COUNT,
        /** The rank makes two calls in the other order. */
        OTHER_ORDER,
        /** The rank's buffer was closed. */
        FREED,
        /** Random bytes have been written over the rank's region. */
        OVERWRITTEN;

        /** Whether the peers find out at their deadline only. */
        boolean needsDeadline() {
            return this == ABSENT || this == OVERWRITTEN;
        }
    }

    /**
     * A schedule of random calls.
     *
     * @param methods methods of the plan, of which the last is a barrier
     */
    static FaultSchedule of(long seed, int methods) {
        Random random = new Random(seed);
        Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
        List<Step> steps = new ArrayList<>();
        for (int i = 1 + random.nextInt(MAX_STEPS); i >= 0; i--) {
            steps.add(new Step(random.nextInt(methods), 1 + random.nextInt(1 << random.nextInt(12)) % CAPACITY));
        }
        int ranks = 2 + random.nextInt(3);
        Probe.Point[] points = {
            Probe.Point.CALL_ENTRY, Probe.Point.PUSHED, Probe.Point.BEFORE_WAIT, Probe.Point.CONSUMED
        };
        return new FaultSchedule(
                seed,
                ranks,
                List.copyOf(steps),
                kind,
                random.nextInt(ranks),
                random.nextInt(steps.size() - 1),
                points[random.nextInt(points.length)],
                random.nextInt(3000));
    }

    /** What a rank calls in a step. */
    Step step(int rank, int at) {
        Step agreed = steps.get(at);
        if (rank != victim) {
            return agreed;
        }
        if (kind == Kind.OTHER_COUNT && at == call) {
            return new Step(agreed.method, agreed.count % CAPACITY + 1);
        }
        if (kind == Kind.OTHER_ORDER && (at == call || at == call + 1)) {
            return steps.get(at == call ? call + 1 : call);
        }
        return agreed;
    }

    /** Whether the ranks' calls differ: for a barrier another count is none, and equal calls can change places. */
    boolean differs(int barrier) {
        Step one = steps.get(call);
        return switch (kind) {
            case OTHER_COUNT -> one.method != barrier;
            case OTHER_ORDER ->
                one.method != steps.get(call + 1).method
                        || (one.method != barrier && one.count != steps.get(call + 1).count);
            default -> false;
        };
    }
}
