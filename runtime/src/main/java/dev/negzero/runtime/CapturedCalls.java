package dev.negzero.runtime;

import dev.negzero.runtime.engine.FaultSignal;
import dev.negzero.runtime.engine.ReplayPort;

/**
 * Calls of one rank that can be issued again and again, together; see {@link Rank#capture}.
 *
 * <p>Where a call stands in the order of its launcher's calls is found out when it runs, not when it was captured. So
 * replays and other calls may come in any order, which must be the same on all ranks. The buffers keep their places; what
 * is in them when a replay runs is what it reduces.
 */
public final class CapturedCalls implements AutoCloseable {
    private final Rank rank;
    private final Recording recording;
    private final Recording.Last[] last;
    private final ReplayPort port;
    private final int resets;
    private volatile boolean closed;

    private CapturedCalls(Rank rank, Recording recording, ReplayPort port, int resets) {
        this.rank = rank;
        this.recording = recording;
        this.last = recording.last();
        this.port = port;
        this.resets = resets;
    }

    static CapturedCalls capture(Rank rank, Runnable calls) {
        Group group = rank.group();
        group.requireOpen("a capture");
        group.refuseHeld("Rank.capture");
        Recording recording = new Recording(rank);
        boolean done = false;
        try {
            record(group, recording, calls);
            int resets = group.resets();
            ReplayPort port = rank.guard(
                    () -> rank.port().capture(recording.calls(), group.agreement("captured calls", recording.text())));
            done = true;
            return new CapturedCalls(rank, recording, port, resets);
        } finally {
            if (!done) {
                recording.release();
            }
        }
    }

    private static void record(Group group, Recording recording, Runnable calls) {
        group.captures().begin(recording);
        try {
            calls.run();
        } finally {
            group.captures().end();
        }
    }

    /** The rank whose calls they are. */
    public Rank rank() {
        return rank;
    }

    /**
     * Issues the calls, in order, as if they were made now; no other call of the rank comes between them. Asynchronous.
     * All ranks replay the calls that they captured together.
     *
     * @throws StateException NZ624 after {@link #close}, NZ625 after {@link Group#reset}, NZ604, NZ621 if group or a
     *     launcher are closed, NZ623 inside a capture; nothing was enqueued
     * @throws CollectiveException if any rank has reported a fault
     */
    public void replay() {
        Group group = rank.group();
        requireUsable();
        group.captures().refuseInside("a replay");
        if (group.batches().active()) {
            rank.requireHealthy();
            group.batches().hold(rank.device(), () -> {
                requireUsable();
                issue(false);
            });
        } else {
            issue(true);
        }
    }

    private void requireUsable() {
        rank.group().requireOpen("a replay");
        if (closed) {
            throw RuntimeProblem.CAPTURE_CLOSED.state("a replay on rank " + rank.index());
        }
        if (resets != rank.group().resets()) {
            throw RuntimeProblem.CAPTURE_RESET.state("a replay on rank " + rank.index());
        }
        for (Recording.Last call : last) {
            call.communicator().requireOpen("a replay");
        }
    }

    private void issue(boolean mayBlock) {
        try {
            port.replay(mayBlock);
        } catch (FaultSignal fault) {
            throw rank.exception(fault.record());
        }
        for (Recording.Last call : last) {
            int epoch = call.communicator().domain().epoch();
            call.communicator().issued(call.plan(), call.variant(), call.bytes(), epoch);
        }
    }

    /**
     * Lets go of the calls and their buffers, behind everything issued before. Closing again does nothing.
     */
    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            port.close();
            recording.release();
        }
    }

    /** For people: {@code 3 captured calls of rank 0}. */
    @Override
    public String toString() {
        return recording.calls().size() + " captured calls of rank " + rank.index();
    }
}
