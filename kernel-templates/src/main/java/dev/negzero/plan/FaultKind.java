package dev.negzero.plan;

/** Why a rank gave up. */
public enum FaultKind {
    /** Peers were not heard from within the deadline. */
    TIMEOUT(1),
    /** A peer's call has another signature. */
    MISMATCH(2),
    /** The rank's own code threw, was interrupted, or closed the group. */
    ABORT(3);

    private final int code;

    FaultKind(int code) {
        this.code = code;
    }

    /** Number in the fault record. */
    public int code() {
        return code;
    }
}
