package dev.negzero.runtime.group;

import dev.negzero.runtime.engine.FaultSignal;
import dev.negzero.runtime.signal.ControlRegion;
import dev.negzero.runtime.signal.FaultBoard;
import dev.negzero.runtime.signal.FaultRecord;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ToIntFunction;

/**
 * One rank's side of a reset: where ranks that are processes meet for it, and what ranks take over from each other, as a
 * fault may have struck some of them in the middle of a collective step.
 *
 * <p>A rank comes {@link #IDLE} when nothing of it runs and nothing will before the reset is over; when all are, each
 * prepares its regions and is {@link #READY}. Attempts are numbered. Whoever gives up marks its attempt {@link #FAILED} and
 * takes no part in it any more; who sees a peer in a later attempt follows it there. So nobody takes a state of an earlier
 * attempt for one of this.
 */
public final class Recovery {
    private static final int IDLE = 1;
    private static final int READY = 2;
    /** Below the states of who takes part. */
    private static final int FAILED = 0;

    private static final int STATES = 4;
    private static final long PAUSE_NANOS = 50_000;

    private final List<ControlRegion> regions;
    private final int rank;
    private final FaultBoard board;
    private final long deadlineNanos;

    /**
     * One rank's side.
     *
     * @param regions control regions of all ranks
     * @param rank the owner
     * @param board where it is reported that a rank doesn't come
     * @param deadlineNanos bound of each of the two waits for the peers
     */
    public Recovery(List<ControlRegion> regions, int rank, FaultBoard board, long deadlineNanos) {
        this.regions = List.copyOf(regions);
        this.rank = rank;
        this.board = board;
        this.deadlineNanos = deadlineNanos;
    }

    /** Tells the peers how far this rank has counted; before it is idle. */
    public void offer(int collectiveRegions, int splits) {
        regions.get(rank).count(collectiveRegions, splits);
    }

    /** How far the rank has counted regions that has got furthest; all are idle. */
    public int regions() {
        return most(ControlRegion::countedRegions);
    }

    /** How far the rank has counted splits that has got furthest; all are idle. */
    public int splits() {
        return most(ControlRegion::countedSplits);
    }

    private int most(ToIntFunction<ControlRegion> counted) {
        return regions.stream().mapToInt(counted).max().orElseThrow();
    }

    /**
     * Meets the peers, prepares, and meets them again.
     *
     * @param prepare initialises what the rank shares, and forgets its faults; may be called more than once
     * @throws FaultSignal if a rank doesn't come within the deadline, or this thread is interrupted; the group has failed
     *     then, and a further reset of all ranks is a further attempt
     */
    public void meet(Runnable prepare) {
        int attempt = newest();
        if (attempt == attempt(rank)) {
            attempt++;
        }
        boolean done = false;
        try {
            while (!(come(attempt, IDLE) && prepared(prepare) && come(attempt, READY))) {
                attempt = newest();
            }
            done = true;
        } finally {
            if (!done) {
                regions.get(rank).reset(attempt * STATES + FAILED);
            }
        }
    }

    private static boolean prepared(Runnable prepare) {
        prepare.run();
        // Orders the forgetting of faults before the look at the peers' states: see giveUp.
        VarHandle.fullFence();
        return true;
    }

    /** Comes to a state and waits for the peers; false if one of them is in a later attempt. */
    private boolean come(int attempt, int state) {
        regions.get(rank).reset(attempt * STATES + state);
        VarHandle.fullFence();
        long start = System.nanoTime();
        for (int missing = missing(attempt, state); missing != 0; missing = missing(attempt, state)) {
            if (newest() - attempt > 0) {
                return false;
            }
            if (Thread.currentThread().isInterrupted()) {
                throw giveUp(attempt, FaultRecord.abort(rank, 0));
            }
            if (System.nanoTime() - start > deadlineNanos) {
                throw giveUp(attempt, FaultRecord.rendezvousTimeout(rank, culprits(attempt, missing)));
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        return true;
    }

    /**
     * Leaves the attempt. A peer that forgets its faults behind this report sees the mark when it looks at the states behind
     * that, and doesn't end the attempt; one that forgot before keeps the report. Both have a fence between the two.
     */
    private FaultSignal giveUp(int attempt, FaultRecord record) {
        regions.get(rank).reset(attempt * STATES + FAILED);
        VarHandle.fullFence();
        board.report(record);
        return new FaultSignal(record);
    }

    private int missing(int attempt, int state) {
        int mask = 0;
        for (int peer = 0; peer < regions.size(); peer++) {
            int word = regions.get(peer).reset();
            if (word / STATES != attempt || word % STATES < state) {
                mask |= 1 << peer;
            }
        }
        return mask;
    }

    /** Of the missing ranks those that have not given up, which they did for want of another; all if there are no others. */
    private int culprits(int attempt, int missing) {
        int mask = missing;
        for (int peer = 0; peer < regions.size(); peer++) {
            if (regions.get(peer).reset() == attempt * STATES + FAILED) {
                mask &= ~(1 << peer);
            }
        }
        return mask == 0 ? missing : mask;
    }

    private int attempt(int peer) {
        return regions.get(peer).reset() / STATES;
    }

    private int newest() {
        int newest = attempt(rank);
        for (int peer = 0; peer < regions.size(); peer++) {
            newest = Math.max(newest, attempt(peer));
        }
        return newest;
    }
}
