package dev.negzero.plan;

/** Which wait a rank gave up in. */
public enum FaultSite {
    /** Polling Lamport packs. */
    LAMPORT_POLL(1),
    /** Polling mailbox words. */
    MAILBOX_POLL(2),
    /** A start barrier. */
    START_BARRIER(3),
    /** An end barrier. */
    END_BARRIER(4),
    /** Waiting for a peer's call signature. */
    SIGNATURE(5),
    /** Waiting in a send: for the receiver to have read. */
    SEND(7),
    /** Waiting in a receive: for the sender's elements. */
    RECEIVE(8),
    /** Host code, outside any kernel. */
    HOST(6);

    private final int code;

    FaultSite(int code) {
        this.code = code;
    }

    /** Number in the fault record. */
    public int code() {
        return code;
    }
}
