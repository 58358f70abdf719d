package dev.negzero.plan;

import dev.negzero.annotations.DType;

/** Adds up what the variants of an interface need of a domain region. */
final class Workspace {
    private static final int PAIR_VALUE_BYTES = 4;
    private static final int TRIPLE_VALUE_BYTES = 6;
    /** Packs of the widest kind, so that every slot starts aligned for every width. */
    private static final long PACK = 16;

    private final int groupSize;
    private int blocks = 1;
    private int handoffBlocks;
    private long mailboxWords;
    private long tripleWords;
    private long handoffWords;
    private long handoffStaging;
    private long inbox;
    private long lamport;
    private long lamport64;

    Workspace(int groupSize) {
        this.groupSize = groupSize;
    }

    /**
     * Makes room for a variant.
     *
     * @param maxBytes the method's workspace bytes
     */
    void add(MethodPlan method, KernelVariant variant, long maxBytes) {
        blocks = Math.max(blocks, variant.shape().maxBlocks());
        boolean handOff = method.operation().isHandOff();
        if (handOff) {
            handoffBlocks = Math.max(handoffBlocks, variant.shape().maxBlocks());
        }
        switch (variant.algorithm()) {
            case LAMPORT_ONE_SHOT, LAMPORT_TWO_SHOT -> addLamport(method.dtype(), lamportSlot(variant, groupSize));
            case SIGNAL_ONE_STAGE, SIGNAL_TWO_STAGE -> {
                inbox = handOff ? inbox : Math.max(inbox, slot(maxBytes));
                handoffStaging = handOff ? Math.max(handoffStaging, pad(maxBytes)) : handoffStaging;
            }
            case MAILBOX_ONE_SHOT -> {
                long words = pad(variant.limitBytes()) / PAIR_VALUE_BYTES;
                mailboxWords = handOff ? mailboxWords : Math.max(mailboxWords, words);
                handoffWords = handOff ? Math.max(handoffWords, words) : handoffWords;
            }
            case MAILBOX_TRIPLES -> tripleWords = Math.max(tripleWords, tripleWords(variant.limitBytes()));
            case SIGNAL_BARRIER -> {}
        }
    }

    private void addLamport(DType dtype, long bytes) {
        if (dtype.bytes() == 8) {
            lamport64 = Math.max(lamport64, bytes);
        } else {
            lamport = Math.max(lamport, bytes);
        }
    }

    /** Bytes of the Lamport slot that a variant needs; 0 if it needs none. */
    static long lamportSlot(KernelVariant variant, int groupSize) {
        return switch (variant.algorithm()) {
            case LAMPORT_ONE_SHOT -> pad(variant.limitBytes());
            case LAMPORT_TWO_SHOT -> twoShotSlot(variant.limitBytes(), groupSize);
            case SIGNAL_ONE_STAGE, SIGNAL_TWO_STAGE, SIGNAL_BARRIER, MAILBOX_ONE_SHOT, MAILBOX_TRIPLES -> 0;
        };
    }

    /** A writer's slot holds its part of the reader's chunk, and behind it the writer's own finished chunk. */
    private static long twoShotSlot(long bytes, int groupSize) {
        return 2 * pad((pad(bytes) + groupSize - 1) / groupSize);
    }

    /** Each pack has triples of its own. */
    private static long tripleWords(long bytes) {
        return pad(bytes) / PACK * ((PACK + TRIPLE_VALUE_BYTES - 1) / TRIPLE_VALUE_BYTES);
    }

    /** A slot of the inbox: in two stages it holds a tile of maxBytes, and its results; at least a pack for each rank. */
    private long slot(long maxBytes) {
        return 2 * Math.max(pad(maxBytes), groupSize * PACK);
    }

    private static long pad(long bytes) {
        return (bytes + PACK - 1) / PACK * PACK;
    }

    SignalLayout layout() {
        return new SignalLayout(
                groupSize,
                blocks,
                mailboxWords,
                tripleWords,
                handoffWords,
                handoffBlocks,
                handoffStaging,
                inbox,
                lamport,
                lamport64);
    }
}
