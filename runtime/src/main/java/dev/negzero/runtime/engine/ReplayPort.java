package dev.negzero.runtime.engine;

/** Calls of one rank, prepared to be issued together, again and again. */
public interface ReplayPort {
    /**
     * Issues all calls, in order; no other call of the rank comes between them.
     *
     * @param mayBlock whether the calling thread may wait for peers in here; if false, the calls are only queued
     * @throws FaultSignal if a rank has reported a fault
     */
    void replay(boolean mayBlock);

    /** Gives back what was prepared, behind everything issued before. */
    void close();
}
