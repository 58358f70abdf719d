package dev.negzero.spec;

/**
 * Which algorithms an operation has beside one stage of SIGNAL and one shot of MAILBOX, which carry every operation with
 * data.
 */
public enum Ways {
    /** No other. */
    PLAIN,
    /** SIGNAL in two stages as well: each rank works on a chunk for all. */
    CHUNKS,
    /** LAMPORT as well: for a reduction in which every rank hears from every peer. */
    LAMPORT,
    /** LAMPORT as well, and both SIGNAL and LAMPORT in chunks too. */
    LAMPORT_CHUNKS;

    /** Whether LAMPORT carries the operation. */
    public boolean byLamport() {
        return this == LAMPORT || this == LAMPORT_CHUNKS;
    }

    /** Whether each rank may work on a chunk for all. */
    public boolean inChunks() {
        return this == CHUNKS || this == LAMPORT_CHUNKS;
    }
}
