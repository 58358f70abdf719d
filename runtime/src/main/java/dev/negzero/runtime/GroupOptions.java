package dev.negzero.runtime;

import dev.negzero.runtime.engine.Probe;
import java.time.Duration;

/**
 * Options of a group.
 *
 * @param deadline bound of each single wait for a peer; above zero
 * @param probe for tests: sees ranks pass points
 */
public record GroupOptions(Duration deadline, Probe probe) {
    /** The longest deadline, in days. */
    static final int MAX_DEADLINE_DAYS = 365;

    private static final GroupOptions DEFAULTS = new GroupOptions(Duration.ofSeconds(30), Probe.NONE);

    /**
     * Options.
     *
     * @throws ArgumentException NZ602 if the deadline is not above zero, or beyond 365 days
     */
    public GroupOptions {
        boolean positive = !deadline.isZero() && !deadline.isNegative();
        if (!positive || deadline.compareTo(Duration.ofDays(MAX_DEADLINE_DAYS)) > 0) {
            throw RuntimeProblem.DEADLINE.argument(deadline.toString());
        }
    }

    /** A deadline of 30 seconds and no probe. */
    public static GroupOptions defaults() {
        return DEFAULTS;
    }

    /**
     * These options with another deadline.
     *
     * @throws ArgumentException NZ602 if it is not above zero, or beyond 365 days
     */
    public GroupOptions withDeadline(Duration value) {
        return new GroupOptions(value, probe);
    }

    /** For tests: these options with a probe. */
    public GroupOptions withProbe(Probe value) {
        return new GroupOptions(deadline, value);
    }
}
