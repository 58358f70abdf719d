package dev.negzero.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.plan.FaultKind;
import dev.negzero.runtime.FaultInjector.Planted;
import dev.negzero.runtime.FaultSchedule.Kind;
import dev.negzero.runtime.engine.Probe;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.opentest4j.AssertionFailedError;

/** Whether a rank ended as it must after a fault. */
final class FaultJudge {
    private final FaultSchedule schedule;
    private final boolean struck;
    private final FaultForecast forecast;

    /**
     * A judge of one run.
     *
     * @param struck whether the victim came to the point inside its call
     */
    FaultJudge(FaultSchedule schedule, boolean struck) {
        this.schedule = schedule;
        this.struck = struck;
        boolean inside = schedule.kind() == Kind.THROWS_INSIDE && struck;
        // Behind the entry the victim may have given its peers all they need.
        int left = schedule.point() == Probe.Point.CALL_ENTRY ? schedule.call() : schedule.call() + 1;
        forecast = schedule.forecast(inside ? left : schedule.end());
    }

    /** Judges one rank's end; null if it returned. */
    void judge(int rank, @Nullable Throwable end) {
        if (end instanceof AssertionFailedError wrong) {
            throw new AssertionFailedError("wrong result", wrong);
        }
        try {
            if (rank == schedule.victim()) {
                victim(end);
            } else {
                told(rank, end);
            }
        } catch (AssertionFailedError unexpected) {
            unexpected.addSuppressed(new AssertionFailedError("rank " + rank, end));
            throw unexpected;
        }
    }

    private void victim(@Nullable Throwable end) {
        switch (schedule.kind()) {
            case THROWS, THROWS_IN_BATCH -> assertInstanceOf(Planted.class, end);
            case FREED -> assertInstanceOf(StateException.class, end);
            case THROWS_INSIDE -> {
                if (struck) {
                    assertInstanceOf(Planted.class, end);
                } else {
                    assertNull(end);
                }
            }
            case OVERWRITTEN -> {
                if (hasCallsLeft()) {
                    assertNotNull(end);
                }
            }
            default -> told(schedule.victim(), end);
        }
    }

    private boolean hasCallsLeft() {
        int all = schedule.steps().size();
        return schedule.parts(schedule.victim(), all).size()
                > schedule.parts(schedule.victim(), schedule.call()).size();
    }

    /** A rank that can't end must be told; one that can may be told before. */
    private void told(int rank, @Nullable Throwable end) {
        Set<FaultKind> kinds = kinds();
        if (end instanceof LoadingException && forecast.isDisagreement() && forecast.stuck(rank)) {
            return;
        }
        if (kinds.isEmpty()) {
            assertNull(end);
        } else if (end != null || forecast.stuck(rank)) {
            CollectiveException fault = assertInstanceOf(CollectiveException.class, end);
            assertTrue(kinds.contains(fault.kind()), () -> fault.kind() + " for one of " + kinds);
            boolean anyones = schedule.splits() || forecast.isDisagreement();
            if (kinds.equals(EnumSet.of(FaultKind.ABORT)) && !anyones) {
                assertEquals(schedule.victim(), fault.rank());
            }
        }
    }

    /** What may be told; nothing if every rank has to return. */
    private Set<FaultKind> kinds() {
        Set<FaultKind> kinds = EnumSet.noneOf(FaultKind.class);
        switch (schedule.kind()) {
            case NOTHING, LATE -> {}
            case THROWS, THROWS_IN_BATCH, FREED, INTERRUPTED -> kinds.add(FaultKind.ABORT);
            case THROWS_INSIDE -> {
                if (struck) {
                    kinds.add(FaultKind.ABORT);
                }
            }
            case OVERWRITTEN -> kinds.addAll(EnumSet.of(FaultKind.ABORT, FaultKind.TIMEOUT));
            case ABSENT, OTHER_COUNT, OTHER_ROOT, OTHER_ORDER -> {
                if (!forecast.allEnd()) {
                    kinds.add(forecast.isDisagreement() ? FaultKind.ABORT : forecast.kind());
                }
            }
        }
        if (!kinds.isEmpty() && schedule.splits()) {
            kinds.add(FaultKind.ABORT);
        }
        return kinds;
    }
}
