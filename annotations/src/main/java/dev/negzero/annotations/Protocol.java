package dev.negzero.annotations;

/** How ranks exchange data and learn that it has arrived. Every protocol gives the same bits. */
public enum Protocol {
    /** The plan's table picks by message bytes, group size and architecture, equally on all ranks. */
    AUTO,
    /**
     * The data is its own flag: a slot holds -0.0 until data arrives, so there is no barrier. Only {@link AllReduce} and
     * {@link ReduceScatter} of floating-point types: the exchange can't carry a -0.0 of its own, so it can't move bits
     * unchanged, and it needs every rank to hear from every other.
     */
    LAMPORT,
    /** Rising counters between the ranks' thread blocks, with a start and an end barrier. Any type, any size. */
    SIGNAL,
    /** 64-bit words of 32 value bits and a 32-bit tag. Any type; meant for small messages. */
    MAILBOX
}
