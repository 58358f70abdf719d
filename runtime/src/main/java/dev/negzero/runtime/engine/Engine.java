package dev.negzero.runtime.engine;

/**
 * What runs the ranks of one group. An engine knows memory, streams and kernels; it knows nothing of launchers, dtypes'
 * Java types or the checks of arguments, which are the same for all engines.
 */
public interface Engine extends AutoCloseable {
    /** Name as in {@code -Dnegzero.engine=}: {@code host}. */
    String name();

    /** Architecture whose rows of an AUTO table apply: {@code host}, {@code sm_90}. */
    String arch();

    /**
     * One rank's side.
     *
     * @param rank a rank that lives in this process
     */
    RankPort port(int rank);

    /**
     * Drains all ranks, forgets all faults and initialises the memory of all domains anew. No rank may be in a call.
     * Collective where other processes hold some of the ranks.
     *
     * @throws FaultSignal if a rank of another process doesn't come within the deadline
     */
    void reset();

    /** Ends the streams and frees all memory. Calls in progress have been aborted before. */
    @Override
    void close();
}
