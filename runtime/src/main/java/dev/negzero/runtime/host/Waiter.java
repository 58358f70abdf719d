package dev.negzero.runtime.host;

import dev.negzero.plan.FaultKind;
import dev.negzero.plan.FaultSite;
import dev.negzero.runtime.engine.FaultSignal;
import dev.negzero.runtime.signal.FaultBoard;
import dev.negzero.runtime.signal.FaultRecord;

/**
 * The bounded wait of one rank. Every poll loop calls {@link #pause} each time it finds nothing.
 *
 * <p>A pause is a spin hint at first; every few spins it looks for a fault, an interrupt and the deadline, and after a
 * while it yields, as there may be more ranks than processors.
 */
final class Waiter {
    private static final int CHECK_EVERY = 16;
    private static final int SPINS_BEFORE_YIELD = 64;

    private final int rank;
    private final int size;
    private final FaultBoard board;
    private final long deadlineNanos;
    private final int patience;
    private int spins;
    private long start;

    Waiter(int rank, int size, FaultBoard board, long deadlineNanos) {
        this.rank = rank;
        this.size = size;
        this.board = board;
        this.deadlineNanos = deadlineNanos;
        this.patience = size <= Runtime.getRuntime().availableProcessors() ? SPINS_BEFORE_YIELD : CHECK_EVERY;
    }

    /** A poll loop that waits. */
    interface Poll {
        /** Where it waits. */
        FaultSite site();

        /** Whether all that it waits for has arrived from a peer. */
        boolean heard(Call call, int peer);
    }

    /** Before a poll loop. */
    void begin() {
        spins = 0;
    }

    /**
     * In a poll loop that found nothing.
     *
     * @throws FaultSignal if a rank has reported a fault, this thread is interrupted, or the deadline has passed
     */
    @SuppressWarnings(
            "ThreadPriorityCheck") // Correct without the yield; it only gives way to peers without a processor.
    void pause(Call call, Poll poll) {
        spins++;
        if (spins % CHECK_EVERY == 0) {
            check(call, poll);
        }
        if (spins < patience) {
            Thread.onSpinWait();
        } else if (spins % CHECK_EVERY == 0) {
            Thread.yield();
        }
    }

    private void check(Call call, Poll poll) {
        FaultRecord fault = board.fault();
        if (fault != null) {
            throw new FaultSignal(fault);
        }
        if (Thread.currentThread().isInterrupted()) {
            throw new FaultSignal(board.report(record(FaultKind.ABORT, call, FaultSite.HOST, 0)));
        }
        long now = System.nanoTime();
        if (spins == CHECK_EVERY) {
            start = now;
        } else if (now - start > deadlineNanos) {
            int missing = missing(call, poll);
            if (missing != 0) {
                throw new FaultSignal(board.report(record(FaultKind.TIMEOUT, call, poll.site(), missing)));
            }
        }
    }

    private int missing(Call call, Poll poll) {
        int mask = 0;
        for (int peer = 0; peer < size; peer++) {
            if (peer != rank && !poll.heard(call, peer)) {
                mask |= 1 << peer;
            }
        }
        return mask;
    }

    private FaultRecord record(FaultKind kind, Call call, FaultSite site, int missing) {
        return new FaultRecord(
                kind,
                rank,
                call.epoch,
                site,
                missing,
                0,
                call.method().digest(),
                0,
                call.algorithm().code(),
                0,
                call.agreedRoot(),
                0,
                call.count(),
                0);
    }
}
