package dev.negzero.runtime.group;

import dev.negzero.runtime.RuntimeProblem;
import dev.negzero.runtime.engine.Agreement;
import dev.negzero.runtime.engine.FaultSignal;
import dev.negzero.runtime.signal.ControlRegion;
import dev.negzero.runtime.signal.FaultBoard;
import dev.negzero.runtime.signal.FaultRecord;
import java.util.List;
import java.util.StringJoiner;
import java.util.concurrent.locks.LockSupport;

/**
 * Where ranks meet outside the data path: through one step counter and one digest in each rank's control region.
 *
 * <p>A meeting takes two steps. In the first each rank brings its digest; in the second it says that it has read the
 * peers'. Without the second a fast rank could overwrite its digest, at the next meeting, before a slow peer has read it.
 */
public final class Rendezvous {
    private static final int YIELDS = 1000;
    private static final long PAUSE_NANOS = 50_000;

    private final List<ControlRegion> regions;
    private final int rank;
    private final FaultBoard board;
    private final long deadlineNanos;
    private int step;

    /**
     * One rank's side.
     *
     * @param regions control regions of all ranks
     * @param rank the owner
     * @param board where a timeout is reported
     * @param deadlineNanos bound of the wait for the peers
     */
    public Rendezvous(List<ControlRegion> regions, int rank, FaultBoard board, long deadlineNanos) {
        this.regions = List.copyOf(regions);
        this.rank = rank;
        this.board = board;
        this.deadlineNanos = deadlineNanos;
    }

    /**
     * Waits for all ranks and compares what they brought.
     *
     * @throws FaultSignal if a rank doesn't come within the deadline, or reported a fault
     * @throws dev.negzero.runtime.LoadingException on every rank, if the digests differ; the ranks can go on meeting
     */
    public synchronized void meet(Agreement agreement) {
        long[] digests = exchange(agreement.digest());
        for (long digest : digests) {
            if (digest != agreement.digest()) {
                throw RuntimeProblem.HANDSHAKE.loading(describe(agreement, digests));
            }
        }
    }

    /**
     * Waits for all ranks and learns what each of them brought.
     *
     * @return the ranks' values, in order
     * @throws FaultSignal if a rank doesn't come within the deadline, or reported a fault
     */
    public synchronized long[] exchange(long value) {
        arrive(value);
        long[] values = regions.stream().mapToLong(ControlRegion::digest).toArray();
        arrive(value);
        return values;
    }

    /** Starts over, in a reset: a fault may have struck ranks at different steps. No rank is in a meeting. */
    public synchronized void restart() {
        step = 0;
        regions.get(rank).rewind();
    }

    @SuppressWarnings(
            "ThreadPriorityCheck") // Correct without the yield; it only gives way to peers without a processor.
    private void arrive(long digest) {
        regions.get(rank).arrive(++step, digest);
        long start = System.nanoTime();
        for (int round = 0; missing() != 0; round++) {
            FaultRecord fault = board.fault();
            if (fault != null) {
                throw new FaultSignal(fault);
            }
            if (Thread.currentThread().isInterrupted()) {
                throw new FaultSignal(board.report(FaultRecord.abort(rank, 0)));
            }
            int missing = missing();
            if (missing != 0 && System.nanoTime() - start > deadlineNanos) {
                throw new FaultSignal(board.report(FaultRecord.rendezvousTimeout(rank, missing)));
            }
            if (round < YIELDS) {
                Thread.yield();
            } else {
                // A peer may be a process that is still starting: leave it the processor.
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    private int missing() {
        int mask = 0;
        for (int peer = 0; peer < regions.size(); peer++) {
            if (regions.get(peer).step() - step < 0) {
                mask |= 1 << peer;
            }
        }
        return mask;
    }

    private String describe(Agreement agreement, long[] digests) {
        StringJoiner text =
                new StringJoiner(", ", "rank " + rank + " came for " + agreement.subject() + "; digests: ", "");
        for (int peer = 0; peer < digests.length; peer++) {
            text.add("rank " + peer + " " + String.format("%016x", digests[peer]));
        }
        return text.toString();
    }
}
