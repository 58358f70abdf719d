package dev.negzero.runtime.engine;

import dev.negzero.runtime.signal.FaultRecord;

/** Carries a fault from an engine to the public API, which knows the names that belong to it. */
public final class FaultSignal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient FaultRecord record;

    /** A signal of what the ranks reported. */
    public FaultSignal(FaultRecord record) {
        super(record.toString(), null, false, false);
        this.record = record;
    }

    /** What the ranks reported. */
    public FaultRecord record() {
        return record;
    }
}
