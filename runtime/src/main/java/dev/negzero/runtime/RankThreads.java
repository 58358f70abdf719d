package dev.negzero.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One thread for each rank of this process, for as long as one body runs. */
final class RankThreads {
    private final List<Rank> ranks;
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();

    RankThreads(List<Rank> ranks) {
        this.ranks = ranks;
    }

    /** Runs a body on each rank's own thread; throws its first exception. */
    void run(RankBody body) {
        all(rank -> {
            rank.port().enter();
            try {
                body.run(rank);
            } catch (Throwable failure) {
                fail(rank, failure);
            } finally {
                rank.port().leave();
            }
        });
    }

    /** Lets each rank take a collective step that returns something. */
    <T> List<T> map(Function<Rank, T> step) {
        List<@Nullable T> results = new ArrayList<>();
        ranks.forEach(rank -> results.add(null));
        all(rank -> {
            try {
                T result = step.apply(rank);
                synchronized (results) {
                    results.set(ranks.indexOf(rank), result);
                }
            } catch (RuntimeException | Error failure) {
                failures.add(failure);
            }
        });
        List<T> complete = new ArrayList<>();
        for (T result : results) {
            if (result == null) {
                throw new IllegalStateException("a collective step returned nothing");
            }
            complete.add(result);
        }
        return List.copyOf(complete);
    }

    /** The peers, of subgroups too, must not wait for a rank whose body has ended. */
    private void fail(Rank rank, Throwable failure) {
        failures.add(failure);
        rank.port().abort();
    }

    private void all(Consumer<Rank> task) {
        List<Thread> threads = new ArrayList<>();
        for (Rank rank : ranks) {
            threads.add(new Thread(() -> task.accept(rank), "negzero-rank-" + rank.index()));
        }
        threads.forEach(Thread::start);
        join(threads);
        rethrow();
    }

    private void join(List<Thread> threads) {
        boolean interrupted = false;
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                    ranks.forEach(rank -> rank.port().abort());
                    threads.forEach(Thread::interrupt);
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** The first exception that isn't just news of another rank's; else the first. */
    private void rethrow() {
        Throwable first = failures.stream()
                .filter(failure -> !(failure instanceof CollectiveException))
                .findFirst()
                .orElse(failures.peek());
        if (first == null) {
            return;
        }
        for (Throwable other : failures) {
            if (other != first && !(other instanceof CollectiveException)) {
                first.addSuppressed(other);
            }
        }
        if (first instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        if (first instanceof Error error) {
            throw error;
        }
        throw new CompletionException("a rank's body threw " + first, first);
    }
}
