package dev.negzero.runtime.cuda;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many calls a rank, or a member that shares its stream, has issued since somebody last waited for the stream. It says what
 * is cheaper: a copy to the host that is issued behind the calls, or one that is issued when they have ended.
 *
 * <p>Behind the calls it is on its way while they run, which saves 5 to 9 us on an H200 (benchmarks/baselines/gpu-sync-times-h200.csv);
 * but as long as it waits there it makes the kernels in front of it slower, by up to 0.8 us a call (gpu-pending-copies-h200.csv).
 */
final class Backlog {
    /** So many calls lose at most what a copy that is on its way saves. */
    static final int FEW = 8;

    private final AtomicInteger calls = new AtomicInteger();

    /** A call was issued. Plain, for the launch path: a count that two threads lose costs time, never a result. */
    void add() {
        calls.setPlain(calls.getPlain() + 1);
    }

    /** Somebody is about to wait for the stream; whether there are more than a few calls to wait for. */
    boolean takeMany() {
        int waiting = calls.getPlain();
        calls.setPlain(0);
        return waiting > FEW;
    }
}
