package dev.negzero.runtime.group;

import dev.negzero.runtime.RuntimeProblem;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The batches that threads of a group have open: calls between start and end are held back and then issued together. */
public final class Batches {
    private static final class Batch {
        private int depth;
        private final Map<Object, Queue<Runnable>> held = new LinkedHashMap<>();
    }

    @SuppressWarnings("ThreadLocalUsage") // A thread may have batches of several groups open.
    private final ThreadLocal<@Nullable Batch> current = new ThreadLocal<>();
    /** Spares calls the look at {@link #current} while nobody uses batches. */
    private final AtomicInteger open = new AtomicInteger();

    /** Opens a batch of the calling thread, or one more level of it. */
    public void start() {
        Batch batch = current.get();
        if (batch == null) {
            batch = new Batch();
            current.set(batch);
            open.incrementAndGet();
        }
        batch.depth++;
    }

    /**
     * Closes a level; the last one issues the held calls: each rank's in order, the ranks' in turns. A GPU's queue takes
     * so many calls and no more, and no rank's may fill up with calls that wait for peers whose calls come behind them.
     *
     * @throws dev.negzero.runtime.StateException if the calling thread has no open batch
     */
    public void end() {
        Batch batch = current.get();
        if (batch == null) {
            throw RuntimeProblem.BATCH_END.state(
                    "thread " + Thread.currentThread().getName());
        }
        if (--batch.depth == 0) {
            current.remove();
            open.decrementAndGet();
            inTurns(batch.held.values());
        }
    }

    private static void inTurns(Collection<Queue<Runnable>> ranks) {
        while (!ranks.isEmpty()) {
            ranks.forEach(calls -> calls.remove().run());
            ranks.removeIf(Queue::isEmpty);
        }
    }

    /** Whether the calling thread has a batch open, so that calls must be held. */
    public boolean active() {
        return open.get() != 0 && current.get() != null;
    }

    /**
     * Holds a call until the batch ends.
     *
     * @param rank whose calls keep their order
     */
    public void hold(Object rank, Runnable call) {
        Batch batch = current.get();
        if (batch == null) {
            throw new IllegalStateException("no batch to hold a call in");
        }
        batch.held.computeIfAbsent(rank, any -> new ArrayDeque<>()).add(call);
    }

    /**
     * Refuses what would wait for calls that are held.
     *
     * @param what for people
     * @throws dev.negzero.runtime.StateException if the calling thread has a batch open
     */
    public void refuseInside(String what) {
        if (active()) {
            throw RuntimeProblem.BATCH_BLOCKING.state(what);
        }
    }
}
