package dev.negzero.runtime.cuda;

import dev.negzero.plan.ControlLayout;

/** Sets the word that every kernel of some ranks looks at, past whatever waits in the ranks' streams. */
final class Alarm {
    private final Driver driver;
    private final long stream;
    private final Driver.Pinned one;
    /** Control regions of the kernels that it reaches. */
    private volatile long[] audience;

    /**
     * Prepares everything now: when it rings, nothing can be allocated. Its stream has no work before that, as streams take the
     * GPU's queues in turns when they are first used: used in front of each rank's own, it would bring two ranks of a GPU to
     * queues whose kernels are slower beside each other, by 10 % for 8 MiB (benchmarks/baselines/gpu-stream-places-h200.csv).
     * The calling thread uses the rank's context.
     */
    Alarm(Driver driver, long control) {
        this.driver = driver;
        audience = new long[] {control};
        try (Undo taken = new Undo()) {
            stream = driver.createStream();
            taken.with(() -> driver.destroyStream(stream));
            one = driver.allocatePinned(4);
            taken.keep();
        }
        one.bytes().putInt(0, 1);
    }

    /** From now on it reaches the kernels of these control regions. */
    void reach(long... controls) {
        audience = controls.clone();
    }

    /** Rings; the calling thread uses the rank's context. */
    void ring() {
        for (long control : audience) {
            driver.copyIn(control + ControlLayout.FAULT_SUMMARY, one, 0, 4, stream);
        }
    }

    /** Whether what it rang has reached the device; the calling thread uses the rank's context. */
    boolean quiet() {
        return driver.done(stream);
    }

    /** Ends it; it is quiet. */
    void close() {
        driver.destroyStream(stream);
        driver.freePinned(one);
    }
}
