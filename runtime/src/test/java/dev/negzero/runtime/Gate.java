package dev.negzero.runtime;

import dev.negzero.runtime.engine.Probe;
import java.util.concurrent.CountDownLatch;

/** Tells when a rank is about to wait for its peers. */
final class Gate implements Probe {
    private final int rank;
    private final CountDownLatch reached = new CountDownLatch(1);

    Gate(int rank) {
        this.rank = rank;
    }

    @Override
    public void at(Point point, int which) {
        if (point == Point.BEFORE_WAIT && which == rank) {
            reached.countDown();
        }
    }

    void await() throws InterruptedException {
        reached.await();
    }
}
