package dev.negzero.runtime;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What a property lets a test have of a GPU machine's time, in seconds from now on; without end if it isn't set. */
final class TimeBudget {
    private final long began = System.nanoTime();
    private final @Nullable Duration whole;

    private TimeBudget(@Nullable Duration whole) {
        this.whole = whole;
    }

    static TimeBudget of(String property) {
        Integer seconds = Integer.getInteger(property);
        return new TimeBudget(seconds == null ? null : Duration.ofSeconds(seconds));
    }

    /** Time since it began. */
    Duration spent() {
        return Duration.ofNanos(System.nanoTime() - began);
    }

    /** Whether what takes so long would end in time. */
    boolean allows(Duration more) {
        return whole == null || spent().plus(more).compareTo(whole) < 0;
    }
}
