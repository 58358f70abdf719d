package dev.negzero.runtime;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The captures that threads of a group have open: calls that such a thread makes are recorded. */
final class Captures {
    private final ThreadLocal<@Nullable Recording> current = new ThreadLocal<>();
    /** Spares calls the look at {@link #current} while nobody captures. */
    private final AtomicInteger open = new AtomicInteger();

    /** From now on the calling thread's calls go to {@code recording}. */
    void begin(Recording recording) {
        current.set(recording);
        open.incrementAndGet();
    }

    /** Ends what {@link #begin} began. */
    void end() {
        current.remove();
        open.decrementAndGet();
    }

    /** Where the calling thread's calls go; null if they are not recorded. */
    @Nullable
    Recording current() {
        return open.get() == 0 ? null : current.get();
    }

    /**
     * Refuses what is no call.
     *
     * @throws StateException NZ623 if the calling thread captures
     */
    void refuseInside(String what) {
        Recording recording = current();
        if (recording != null) {
            throw RuntimeProblem.CAPTURE_BODY.state(
                    what + " in a capture of rank " + recording.rank().index());
        }
    }
}
