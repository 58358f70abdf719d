package dev.negzero.runtime.cuda;

import dev.negzero.plan.ControlLayout;

/** Sets the word that every kernel of a rank looks at, past whatever waits in the rank's stream. */
final class Alarm {
    private final Driver driver;
    private final long stream;
    private final Driver.Pinned one;

    /** Prepares everything now: when it rings, nothing can be allocated. The calling thread uses the rank's context. */
    Alarm(Driver driver) {
        this.driver = driver;
        try (Undo taken = new Undo()) {
            stream = driver.createStream();
            taken.with(() -> driver.destroyStream(stream));
            one = driver.allocatePinned(4);
            taken.keep();
        }
        one.bytes().putInt(0, 1);
    }

    /**
     * Rings; the calling thread uses the rank's context.
     *
     * @param control the control region that the word is in
     */
    void ring(long control) {
        driver.copyIn(control + ControlLayout.FAULT_SUMMARY, one, 0, 4, stream);
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
