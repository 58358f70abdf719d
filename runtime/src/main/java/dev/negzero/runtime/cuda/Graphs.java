package dev.negzero.runtime.cuda;

import dev.negzero.runtime.engine.RecordedCall;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The graphs of one rank. Making and destroying one may wait for all kernels of a device, so both happen only where no
 * kernel waits for a peer: at a collective step, or at the end.
 */
final class Graphs {
    private final Driver driver;
    private final long stream;
    private final Set<Long> ready = new HashSet<>();
    private final List<Long> retired = new ArrayList<>();

    /**
     * No graphs yet.
     *
     * @param stream where they will be launched
     */
    Graphs(Driver driver, long stream) {
        this.driver = driver;
        this.stream = stream;
    }

    /** Makes a graph of calls and moves it to the device, in stream order. The calling thread uses the rank's context. */
    synchronized long make(List<RecordedCall> calls) {
        long graph = record(calls);
        try {
            long made = driver.instantiate(graph);
            ready.add(made);
            driver.upload(made, stream);
            return made;
        } finally {
            driver.destroyGraph(graph);
        }
    }

    /** On a stream of its own: other threads may give the rank's stream work that doesn't belong here. */
    private long record(List<RecordedCall> calls) {
        long recorder = driver.createStream();
        try {
            driver.beginCapture(recorder);
            try {
                calls.forEach(call -> ((CudaDomain) call.domain()).record(call, recorder));
            } catch (RuntimeException e) {
                abandon(recorder, e);
                throw e;
            }
            return driver.endCapture(recorder);
        } finally {
            driver.destroyStream(recorder);
        }
    }

    private void abandon(long recorder, RuntimeException reason) {
        try {
            driver.destroyGraph(driver.endCapture(recorder));
        } catch (CudaException e) {
            reason.addSuppressed(e);
        }
    }

    /** A graph isn't launched any more; it may still run. */
    synchronized void retire(long made) {
        if (ready.remove(made)) {
            retired.add(made);
        }
    }

    /** Destroys what was retired; nothing runs. The calling thread uses the rank's context. */
    synchronized void destroyRetired() {
        retired.forEach(driver::destroyGraphExec);
        retired.clear();
    }

    /** Destroys all graphs; nothing runs. The calling thread uses the rank's context. */
    synchronized void close() {
        retired.addAll(ready);
        ready.clear();
        destroyRetired();
    }
}
