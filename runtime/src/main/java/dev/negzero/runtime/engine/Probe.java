package dev.negzero.runtime.engine;

import dev.negzero.runtime.signal.SignalBuffer;

/**
 * For tests: sees each rank pass the points where timing between ranks matters, on the rank's own thread, so that a test
 * can hold a rank back or bring it down there without sleeping.
 */
public interface Probe {
    /** Does nothing. */
    Probe NONE = new Probe() {};

    /** Where a rank is. */
    enum Point {
        /** A domain's region is allocated but not yet initialised. */
        BEFORE_INIT,
        /** A domain is initialised; the rendezvous comes next. */
        AFTER_INIT,
        /** A call starts; nothing was stored yet. */
        CALL_ENTRY,
        /** The own data is with the peers, or staged for a receiver; the clear (Lamport) and the wait come next. */
        PUSHED,
        /** Before the wait for the peers. */
        BEFORE_WAIT,
        /** The peers' data was read; before the end barrier (signal) or the return (others). */
        CONSUMED
    }

    /** Rank {@code rank} is at {@code point}. */
    default void at(Point point, int rank) {}

    /** May preset the counters of a freshly initialised domain, equally on all ranks. */
    default void preset(SignalBuffer buffer, int rank) {}
}
