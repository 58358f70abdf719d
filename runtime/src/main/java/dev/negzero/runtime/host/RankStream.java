package dev.negzero.runtime.host;

import dev.negzero.runtime.RuntimeProblem;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One rank's order of work: one task at a time, in the order of issue.
 *
 * <p>The rank's own thread runs its call at once when nothing is queued, without a hand-off. Calls of other threads are
 * queued for the rank's worker thread, which starts with the first of them.
 */
final class RankStream {
    private final String name;
    private final AtomicBoolean running = new AtomicBoolean();
    private final AtomicInteger waiting = new AtomicInteger();
    private final Queue<Runnable> queue = new ConcurrentLinkedQueue<>();
    private volatile @Nullable Thread owner;
    private volatile @Nullable Thread worker;
    private volatile boolean closed;

    RankStream(String name) {
        this.name = name;
    }

    /** The calling thread becomes the rank's own; null for none. */
    void own(@Nullable Thread thread) {
        owner = thread;
    }

    /** Whether the calling thread may run a task right now; if so, it must call {@link #leave} after it. */
    boolean enterAsOwner() {
        return Thread.currentThread() == owner && enterIfIdle();
    }

    /** The same for any thread: for tasks that don't wait for peers. */
    boolean enterIfIdle() {
        return waiting.get() == 0 && running.compareAndSet(false, true);
    }

    /** Ends a task that {@link #enterAsOwner} or {@link #enterIfIdle} let in. */
    void leave() {
        running.set(false);
        // Read after the store: the worker counts its task first and tries to enter after that, so one of us sees the
        // other.
        if (waiting.get() != 0) {
            LockSupport.unpark(worker);
        }
    }

    boolean busy() {
        return running.get() || waiting.get() != 0;
    }

    /** Queues a task. */
    synchronized void enqueue(Runnable task) {
        if (closed) {
            throw RuntimeProblem.GROUP_CLOSED.state("a call on " + name);
        }
        waiting.incrementAndGet();
        queue.add(task);
        Thread started = worker;
        if (started == null) {
            started = new Thread(this::work, name);
            started.setDaemon(true);
            worker = started;
            started.start();
        }
        LockSupport.unpark(started);
    }

    /** Runs a task behind all others: at once if there are none, else later, on the worker. */
    void runLater(Runnable task) {
        if (!enterIfIdle()) {
            enqueue(task);
            return;
        }
        try {
            task.run();
        } finally {
            leave();
        }
    }

    /**
     * Runs a task behind all others and waits for it.
     *
     * @throws InterruptedException if interrupted while waiting; the task still runs
     */
    void runInOrder(Runnable task) throws InterruptedException {
        if (enterIfIdle()) {
            try {
                task.run();
            } finally {
                leave();
            }
            return;
        }
        FutureTask<@Nullable Void> queued = new FutureTask<>(task, null);
        enqueue(queued);
        try {
            queued.get();
        } catch (ExecutionException e) {
            throw rethrow(e.getCause());
        }
    }

    private static RuntimeException rethrow(@Nullable Throwable cause) {
        if (cause instanceof Error error) {
            throw error;
        }
        return cause instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(cause);
    }

    /** Lets the worker finish what is queued and end. */
    synchronized void close() {
        closed = true;
        LockSupport.unpark(worker);
    }

    private void work() {
        while (true) {
            boolean last = closed;
            Runnable task = queue.poll();
            if (task != null) {
                run(task);
            } else if (last) {
                return;
            } else {
                LockSupport.park(this);
            }
        }
    }

    private void run(Runnable task) {
        while (!running.compareAndSet(false, true)) {
            LockSupport.park(this);
        }
        try {
            task.run();
        } finally {
            running.set(false);
            waiting.decrementAndGet();
        }
    }
}
