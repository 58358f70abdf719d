package dev.negzero.runtime;

import dev.negzero.runtime.FaultSchedule.Kind;
import dev.negzero.runtime.engine.Probe;
import dev.negzero.runtime.signal.SignalBuffer;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Strikes one rank inside its calls, and writes over its region. */
final class FaultInjector implements Probe {
    /** What a victim's own code throws. */
    static final class Planted extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Planted() {
            super("planted", null, false, false);
        }
    }

    private volatile @Nullable FaultSchedule schedule;
    /** The victim's thread, while it is in the call to be struck. */
    private volatile @Nullable Thread armed;

    private volatile boolean struck;
    /** Regions of the ranks of the whole group. */
    private final SignalBuffer[] buffers = new SignalBuffer[16];

    @Override
    public void preset(SignalBuffer buffer, int rank) {
        // The whole group opens its launcher before a subgroup does.
        if (buffers[rank] == null) {
            buffers[rank] = buffer;
        }
    }

    @Override
    public void at(Point point, int rank) {
        FaultSchedule current = schedule;
        if (current == null || Thread.currentThread() != armed || point != current.point()) {
            return;
        }
        armed = null;
        struck = true;
        if (current.kind() == Kind.THROWS_INSIDE) {
            throw new Planted();
        }
        for (int i = 0; i < current.spins(); i++) {
            Thread.yield();
        }
    }

    /** Before a schedule is run; null for none. */
    void prepare(@Nullable FaultSchedule next) {
        schedule = next;
        armed = null;
        struck = false;
    }

    /** The calling thread is the victim's, and makes its call next. */
    void arm() {
        armed = Thread.currentThread();
    }

    /** That call is over; not every call passes every point. */
    void disarm() {
        armed = null;
    }

    boolean struck() {
        return struck;
    }

    /** Writes random bytes over a rank's region. */
    void overwrite(int rank, long seed) {
        byte[] garbage = new byte[buffers[rank].bytes().capacity()];
        new Random(seed).nextBytes(garbage);
        buffers[rank].bytes().put(0, garbage);
    }
}
