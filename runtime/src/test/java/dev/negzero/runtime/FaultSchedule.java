package dev.negzero.runtime;

import dev.negzero.plan.FaultKind;
import dev.negzero.runtime.FaultStep.Where;
import dev.negzero.runtime.engine.Probe;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * A few steps of a group, and what goes wrong on one of its ranks in one of them. All of it follows from the seed.
 *
 * @param verified whether ranks compare their calls
 * @param steps what all ranks do, in order
 * @param kind what goes wrong
 * @param victim on which rank
 * @param call in which step; there is one behind it
 * @param point where in that call, for kinds that strike inside one
 * @param spins how long a late rank is late, in yields
 */
record FaultSchedule(
        long seed,
        int ranks,
        boolean verified,
        List<FaultStep> steps,
        Kind kind,
        int victim,
        int call,
        Probe.Point point,
        int spins) {
    private static final int MAX_STEPS = 5;
    /** Ranks of a group that is split in halves, too. */
    static final int SPLIT_RANKS = 4;

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
        /** The rank calls with another count, or with another of several counts. */
        OTHER_COUNT,
        /** The rank names another root or peer. */
        OTHER_ROOT,
        /** The rank makes two calls in the other order. */
        OTHER_ORDER,
        /** The rank's buffer was closed. */
        FREED,
        /** Random bytes have been written over the rank's region. */
        OVERWRITTEN,
        /** The rank's own code throws between the start and the end of a batch, in which it has made a call. */
        THROWS_IN_BATCH;

        /** Whether the ranks' calls differ, so that they have to compare them. */
        boolean differs() {
            return this == OTHER_COUNT || this == OTHER_ROOT || this == OTHER_ORDER;
        }
    }

    /** A schedule of random calls, by the ways of {@link FaultPlans}. */
    static FaultSchedule of(long seed) {
        Random random = new Random(seed);
        Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
        int ranks = 2 + random.nextInt(3);
        boolean verified = kind.differs() || random.nextInt(3) > 0;
        int victim = random.nextInt(ranks);
        int behind = random.nextInt(MAX_STEPS);
        int call = random.nextInt(behind + 1);
        List<FaultStep> steps = new ArrayList<>();
        for (int i = 0; i <= behind + 1; i++) {
            steps.add(step(random, ranks, kind, i == call));
        }
        // A hand-off to another peer would pass for a later one to that peer.
        int end = kind == Kind.OTHER_ROOT && !rooted(steps.get(call)) ? call + 1 : steps.size();
        Probe.Point[] points = {
            Probe.Point.CALL_ENTRY, Probe.Point.PUSHED, Probe.Point.BEFORE_WAIT, Probe.Point.CONSUMED
        };
        Probe.Point point = points[random.nextInt(points.length)];
        List<FaultStep> kept = List.copyOf(steps.subList(0, end));
        return new FaultSchedule(seed, ranks, verified, kept, kind, victim, call, point, random.nextInt(3000));
    }

    /**
     * The same as a GPU can carry it out: there ranks pass one point in a call, and of a region that was overwritten only
     * ranks that compare their calls find out for certain. Larger groups compare theirs, too: each plan's kernels take their
     * time to compile.
     */
    FaultSchedule onGpu() {
        boolean compared = verified || kind == Kind.OVERWRITTEN || ranks > 2;
        return new FaultSchedule(seed, ranks, compared, steps, kind, victim, call, Probe.Point.CALL_ENTRY, spins);
    }

    private static boolean rooted(FaultStep step) {
        return step.model() != null && step.model().operation().isRooted();
    }

    private static FaultStep step(Random random, int ranks, Kind fault, boolean struck) {
        Where where = where(random, ranks, fault);
        int choice = random.nextInt(12);
        boolean meeting = where == Where.SPLIT || where == Where.BUFFER;
        if (meeting || (choice == 0 && fault != Kind.OTHER_ROOT)) {
            return new FaultStep(where, null, null, 0);
        }
        int size = where == Where.HALVES ? ranks / FaultStep.HALVES : ranks;
        CallPlan plan = FaultPlans.plan(size, true);
        List<CallPlan.Kind> kinds = plan.kinds().stream()
                .filter(kind -> !struck || fault != Kind.OTHER_ROOT || FaultStep.names(kind))
                .toList();
        CallPlan.Kind kind = kinds.get(random.nextInt(kinds.size()));
        int count = 1 + random.nextInt(1 << random.nextInt(11)) % FaultPlans.LONGEST;
        List<CallPlan.Way> ways = plan.ways(kind, count);
        CallPlan.Way way = ways.get(random.nextInt(ways.size()));
        CallModel model =
                CallModel.random(kind.operation(), kind.counts(), kind.dtype(), kind.reduceOp(), size, count, random);
        return new FaultStep(where, way, model, random.nextLong());
    }

    /** Only the region of the whole group is overwritten, so then all calls use it. */
    private static Where where(Random random, int ranks, Kind fault) {
        int choice = random.nextInt(16);
        if (fault == Kind.OVERWRITTEN) {
            return Where.WHOLE;
        }
        if (choice == 0) {
            return Where.SPLIT;
        }
        if (choice == 1) {
            return Where.BUFFER;
        }
        return choice <= 5 && ranks == SPLIT_RANKS ? Where.HALVES : Where.WHOLE;
    }

    /** What a rank does in a step. */
    FaultStep step(int rank, int at) {
        FaultStep agreed = steps.get(at);
        if (rank != victim) {
            return agreed;
        }
        return switch (kind) {
            case OTHER_COUNT -> at == call ? agreed.withOtherCount(new Random(seed)) : agreed;
            case OTHER_ROOT -> at == call ? agreed.withOtherRoot(rank) : agreed;
            case OTHER_ORDER -> at == call || at == call + 1 ? swapped(at) : agreed;
            default -> agreed;
        };
    }

    /** Calls that the ranks can't tell from each other stay where they are. */
    private FaultStep swapped(int at) {
        FaultStep.Part one = steps.get(call).part(ranks, victim);
        FaultStep.Part two = steps.get(call + 1).part(ranks, victim);
        boolean same = one == null || two == null || one.equals(two);
        return steps.get(same ? at : 2 * call + 1 - at);
    }

    /**
     * The rank's parts in the steps, in order.
     *
     * @param end step before which the victim stops; the number of steps if it doesn't
     */
    List<FaultStep.Part> parts(int rank, int end) {
        List<FaultStep.Part> parts = new ArrayList<>();
        for (int at = 0; at < (rank == victim ? end : steps.size()); at++) {
            FaultStep.Part part = step(rank, at).part(ranks, rank);
            if (part != null) {
                parts.add(part);
            }
        }
        return parts;
    }

    /** What comes of it when the victim stops before a step, or never. */
    FaultForecast forecast(int end) {
        return FaultForecast.of(
                IntStream.range(0, ranks).mapToObj(rank -> parts(rank, end)).toList());
    }

    /** Step before which the victim stops for what it does there, wherever it may stop inside of a call. */
    int end() {
        return switch (kind) {
            case ABSENT, THROWS, THROWS_IN_BATCH, FREED, OVERWRITTEN -> call;
            default -> steps.size();
        };
    }

    /** Whether ranks find out at their deadline only. */
    boolean needsDeadline() {
        FaultForecast forecast = forecast(end());
        boolean waits = kind == Kind.ABSENT || kind.differs();
        return kind == Kind.OVERWRITTEN || (waits && !forecast.allEnd() && forecast.kind() == FaultKind.TIMEOUT);
    }

    /** Whether some step is for halves of the group: what goes wrong there is told to the others as an abort. */
    boolean splits() {
        return steps.stream().anyMatch(step -> step.where() == Where.HALVES);
    }
}
