package dev.negzero.runtime.cuda;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * What has been taken so far. Closing gives it back, the last first, unless it is kept: so that something that fails half
 * way, for want of memory for instance, leaves nothing behind.
 */
final class Undo implements AutoCloseable {
    private final Deque<Runnable> steps = new ArrayDeque<>();

    /** Remembers how to give something back. */
    void with(Runnable step) {
        steps.push(step);
    }

    /** All of it is in good hands now. */
    void keep() {
        steps.clear();
    }

    @Override
    public void close() {
        while (!steps.isEmpty()) {
            steps.pop().run();
        }
    }
}
