package dev.negzero.plan;

/**
 * Offsets, in bytes, inside each rank's domain region. The only place that knows them: kernels get them as constants in
 * their head, the runtime reads them from the manifest. No offset depends on a message's size.
 *
 * <p>State (private to the owning rank, no peer touches it) comes first:
 *
 * <pre>
 * STATE_SENT      [16] u32: epoch of the last hand-off to each rank
 * STATE_RECEIVED  [16] u32: epoch of the last hand-off from each rank
 * STATE_ARRIVALS  u32: blocks of the running hand-off that have read its state
 * state lines     [maxBlocks] of 16 bytes each, one for each block: no block reads what another of the same call writes
 *   STATE_CALL      {u32 epoch, u32 parity, u32 0, u32 0}
 *   stateLamport    {u32 calls, u32 generation 0..2, u64 previous bytes}
 *   stateLamport64  the same for F64
 *   stateMailbox    {u32 tag, u32 parity, u32 0, u32 0}
 *   stateTriples    {u32 tag of 16 bits, u32 parity, u32 0, u32 0}
 *   stateInbox      {u32 slot of the next tile, u32 0, u32 0, u32 0}
 * barriers        [maxBlocks] u32: barrier instances that each block has passed
 * handoff counters [2: sent, received][handoffBlocks][groupSize] u32: tiles that each block has handed over
 * </pre>
 *
 * Then what peers write into, each slot owned by one writer:
 *
 * <pre>
 * signatures   [2 parities][groupSize] x 32 bytes: four (value, tag) pairs: signature, count low, count high, digest
 * flags        [2 banks][maxBlocks][groupSize] u32
 * mailbox      [2 parities][groupSize][mailboxWords] u64: low half value, high half tag
 * triples      [2 parities][groupSize][tripleWords] u64: three 16-bit values, the highest 16 bits the tag
 * inbox        [2 slots] x inboxBytes. In one stage a slot has a part for each writer; in two stages its first half has
 *              that, and the second the results of a tile
 * lamport      [3 generations][groupSize][lamportBytes]
 * lamport64    the same for F64
 * </pre>
 *
 * And the hand-offs' part, by ordered pair of ranks; all of it empty when no method hands off:
 *
 * <pre>
 * handoff signatures  [2: by the sender, by the receiver][groupSize] x 32 bytes, as above; the tag is the pair's epoch
 * handoff done        [groupSize] u64: a tagged word, by the receiver when it has read everything
 * handoff flags       [2: ready, by the sender; taken, by the receiver][handoffBlocks][groupSize] u32
 * handoff descriptors [handoffBlocks][groupSize] x 16 bytes, by the sender: {u32 symmetric id or 0 for staged, u32 0,
 *                     u64 byte offset}
 * handoff mailbox     [groupSize][handoffWords] u64, by the sender
 * handoff staging     handoffStagingBytes: the own input, read by receivers; no peer writes here
 * </pre>
 *
 * @param groupSize number of ranks
 * @param maxBlocks rows of the counter banks
 * @param mailboxWords pairs that a mailbox message may have; 0 when no method uses them
 * @param tripleWords triples that a mailbox message may have; 0 when no method uses them
 * @param handoffWords pairs that a hand-off may have; 0 when no method hands off
 * @param handoffBlocks rows of the hand-offs' counters; 0 when no method hands off
 * @param handoffStagingBytes bytes of the hand-offs' staging; 0 when no method hands off by signals
 * @param inboxBytes bytes of each of the inbox's two slots; 0 when no collective uses signals for data
 * @param lamportBytes bytes of one Lamport slot; 0 when no method uses it
 * @param lamport64Bytes bytes of one F64 Lamport slot; 0 when no method uses it
 */
public record SignalLayout(
        int groupSize,
        int maxBlocks,
        long mailboxWords,
        long tripleWords,
        long handoffWords,
        int handoffBlocks,
        long handoffStagingBytes,
        long inboxBytes,
        long lamportBytes,
        long lamport64Bytes) {
    /** Offset of the epochs of what was sent. */
    public static final int STATE_SENT = 0;
    /** Offset of the epochs of what was received. */
    public static final int STATE_RECEIVED = 64;
    /** Offset of the hand-offs' counter of arrivals. */
    public static final int STATE_ARRIVALS = 128;
    /** Offset of the blocks' call lines: {@code [maxBlocks]} of {@link #STATE_LINE}. */
    public static final int STATE_CALL = 256;
    /** Bytes of a state line. */
    public static final int STATE_LINE = 16;
    /** Bytes of one signature slot. */
    public static final int SIGNATURE_BYTES = 32;
    /** Slots of the inbox: one is filled while the other is emptied. */
    public static final int SLOTS = 2;
    /** Bytes of one descriptor. */
    public static final int DESCRIPTOR_BYTES = 16;
    /** Generations of the Lamport exchange. Two are not enough: a fast peer would meet an uncleared slot. */
    public static final int GENERATIONS = 3;
    /** Fill of a Lamport region for types of 8, 16 and 32 bits: -0.0 in the top lane of each word. */
    public static final int SENTINEL32 = 0x80000000;
    /** Fill of the F64 region: -0.0. */
    public static final long SENTINEL64 = 0x8000000000000000L;

    private static final long ALIGN = 256;

    /** Offset of the blocks' Lamport lines. */
    public int stateLamport() {
        return stateLines(1);
    }

    /** Offset of the blocks' F64 Lamport lines. */
    public int stateLamport64() {
        return stateLines(2);
    }

    /** Offset of the blocks' mailbox lines. */
    public int stateMailbox() {
        return stateLines(3);
    }

    /** Offset of the blocks' lines of the triples. */
    public int stateTriples() {
        return stateLines(4);
    }

    /** Offset of the blocks' inbox lines. */
    public int stateInbox() {
        return stateLines(5);
    }

    /** Offset of the barrier counters: {@code [maxBlocks]} u32. */
    public int barriers() {
        return stateLines(6);
    }

    private int stateLines(int kind) {
        return STATE_CALL + kind * (int) align((long) maxBlocks * STATE_LINE);
    }

    /** Offset of the hand-offs' counters: {@code [2][handoffBlocks][groupSize]} u32. */
    public long handoffCounters() {
        return align(barriers() + 4L * maxBlocks);
    }

    /** Offset of the signature slots: {@code [2 parities][groupSize]} of {@link #SIGNATURE_BYTES}. */
    public long signatures() {
        return align(handoffCounters() + 2L * handoffBlocks * groupSize * 4);
    }

    /** Offset of the barrier flags: {@code [2 banks][maxBlocks][groupSize]} u32. */
    public long flags() {
        return align(signatures() + 2L * groupSize * SIGNATURE_BYTES);
    }

    /** Offset of the hand-offs' signature slots: {@code [2][groupSize]} of {@link #SIGNATURE_BYTES}. */
    public long handoffSignatures() {
        return align(flags() + 2L * maxBlocks * groupSize * 4);
    }

    /** Offset of the hand-offs' done words: {@code [groupSize]} u64. */
    public long handoffDone() {
        return align(handoffSignatures() + (handoffBlocks == 0 ? 0 : 2L * groupSize * SIGNATURE_BYTES));
    }

    /** Offset of the hand-offs' flags: {@code [2][handoffBlocks][groupSize]} u32. */
    public long handoffFlags() {
        return align(handoffDone() + (handoffBlocks == 0 ? 0 : 8L * groupSize));
    }

    /** Offset of the hand-offs' descriptors: {@code [handoffBlocks][groupSize]} of {@link #DESCRIPTOR_BYTES}. */
    public long handoffDescriptors() {
        return align(handoffFlags() + 2L * handoffBlocks * groupSize * 4);
    }

    /** Offset of the hand-offs' mailbox: {@code [groupSize][handoffWords]} u64. */
    public long handoffMailbox() {
        return align(handoffDescriptors() + (long) handoffBlocks * groupSize * DESCRIPTOR_BYTES);
    }

    /** Offset of the hand-offs' staging bytes. */
    public long handoffStaging() {
        return align(handoffMailbox() + groupSize * handoffWords * 8);
    }

    /** Offset of the mailbox: {@code [2 parities][groupSize][mailboxWords]} u64. */
    public long mailbox() {
        return align(handoffStaging() + handoffStagingBytes);
    }

    /** Offset of the triples: {@code [2 parities][groupSize][tripleWords]} u64. */
    public long triples() {
        return align(mailbox() + 2L * groupSize * mailboxWords * 8);
    }

    /** Offset of the inbox: {@code [2 slots]} of {@code inboxBytes}. */
    public long inbox() {
        return align(triples() + 2L * groupSize * tripleWords * 8);
    }

    /** Offset of the Lamport slots: {@code [3 generations][groupSize][lamportBytes]}. */
    public long lamport() {
        return align(inbox() + SLOTS * inboxBytes);
    }

    /** Offset of the F64 Lamport slots. */
    public long lamport64() {
        return align(lamport() + GENERATIONS * groupSize * lamportBytes);
    }

    /**
     * Packs of each segment that one tile of a call by signals takes. In one stage a slot of the inbox is shared in equal
     * parts among those who write to one rank; in two stages half of it is, and the tile is what all parts hold. A
     * hand-off's tile fills its staging.
     */
    public long tilePacks(MethodPlan method, Algorithm algorithm) {
        if (method.operation().isHandOff()) {
            return handoffStagingBytes / method.packBytes();
        }
        if (algorithm == Algorithm.SIGNAL_TWO_STAGE) {
            return chunkPacks(method) * groupSize;
        }
        int writers = method.operation().isFromRoot() ? 1 : groupSize;
        return inboxBytes / writers / method.packBytes();
    }

    /** Packs of the longest chunk of a tile in two stages. */
    public long chunkPacks(MethodPlan method) {
        return inboxBytes / 2 / groupSize / method.packBytes();
    }

    /** Bytes of the whole region. */
    public long total() {
        return align(lamport64() + GENERATIONS * groupSize * lamport64Bytes);
    }

    private static long align(long bytes) {
        return (bytes + ALIGN - 1) / ALIGN * ALIGN;
    }
}
