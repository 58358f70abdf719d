package dev.negzero.runtime.cuda;

/**
 * Where the ranks' shared regions are: their control regions, those of domains and of symmetric buffers. A region is named
 * by the number that its collective allocation has on every rank, and by the rank that owns it.
 */
interface Directory {
    /** The control regions. Collective allocations count from 1. */
    int CONTROL = 0;

    /** Tells the peers where a rank's region is; before the rendezvous behind which they ask. */
    void publish(int region, int rank, long address);

    /** A rank's region as this process reaches it; behind a rendezvous. */
    long address(int region, int rank);

    /** A rank makes no further calls that use a region. */
    void close(int region, int rank);

    /** Whether all ranks have closed a region. */
    boolean closedByAll(int region);

    /** A rank of this process has freed a region that all ranks have closed. */
    default void forget(int region) {}
}
