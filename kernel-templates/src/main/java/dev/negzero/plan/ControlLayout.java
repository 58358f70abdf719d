package dev.negzero.plan;

/**
 * Offsets, in bytes, inside each rank's control region: one per rank and group, shared by all launchers opened on the
 * group. It doesn't depend on a plan, so that launchers of different plans can read each other's faults.
 */
public final class ControlLayout {
    /** u32: 0, or 1 once any rank has published a fault here. Every poll tests it. */
    public static final int FAULT_SUMMARY = 0;

    /** u32: 0, or 1 once a thread of the owning rank has claimed the right to write this rank's fault record. */
    public static final int FAULT_CLAIM = 4;

    /** u32: steps of the rendezvous that the owning rank has reached. */
    public static final int RENDEZVOUS_STEP = 64;

    /** u64: digest that the owning rank brings to the current rendezvous step. */
    public static final int RENDEZVOUS_DIGEST = 72;

    /** u32: attempt at a reset that the owning rank has come to, and how far it has got in it. */
    public static final int RESET_STATE = 80;

    /** u32: collective allocations that the owning rank has counted, when it came to a reset. */
    public static final int RESET_REGIONS = 84;

    /** u32: splits that the owning rank has counted, when it came to a reset. */
    public static final int RESET_SPLITS = 88;

    /** First fault record; record of writer w is at {@code FAULT_RECORDS + w * FAULT_RECORD_BYTES}. */
    public static final int FAULT_RECORDS = 256;

    /** Bytes of one fault record. */
    public static final int FAULT_RECORD_BYTES = 128;

    /** u32 in a record: 0, or 1; stored last, with release. */
    public static final int RECORD_FLAG = 0;
    /** u32 in a record: a {@link FaultKind#code()}. */
    public static final int RECORD_KIND = 4;
    /** u32 in a record: rank that wrote it. */
    public static final int RECORD_RANK = 8;
    /** u32 in a record: the call's epoch. */
    public static final int RECORD_EPOCH = 12;
    /** u32 in a record: a {@link FaultSite#code()}. */
    public static final int RECORD_SITE = 16;
    /** u32 in a record: bit p is set when peer p was not heard from. */
    public static final int RECORD_MISSING = 20;
    /** u32 in a record: peer that disagrees (mismatch only). */
    public static final int RECORD_PEER = 24;
    /** u32 in a record: the writer's method digest. */
    public static final int RECORD_MY_DIGEST = 28;
    /** u32 in a record: the peer's method digest (mismatch only). */
    public static final int RECORD_PEER_DIGEST = 32;
    /** u32 in a record, a byte each, from the lowest: own algorithm code, own root, the peer's code, the peer's root. */
    public static final int RECORD_ALGORITHMS = 36;
    /** u64 in a record: the writer's count in elements. */
    public static final int RECORD_MY_COUNT = 40;
    /** u64 in a record: the peer's count in elements (mismatch only). */
    public static final int RECORD_PEER_COUNT = 48;

    /** Most ranks of a group. */
    public static final int MAX_RANKS = 16;

    /** Bytes of the region. */
    public static final int TOTAL = 4096;

    private ControlLayout() {}
}
