package dev.negzero.runtime.host;

import dev.negzero.plan.SignalLayout;
import dev.negzero.runtime.signal.LamportGeneration;
import java.nio.ByteBuffer;

/** The domain regions of all ranks as one rank sees them, with offsets as ints: a region is below 2 GiB. */
final class DomainBytes {
    final int rank;
    final int size;
    /** The own region. */
    final ByteBuffer own;

    private final ByteBuffer[] regions;
    private final SignalLayout layout;
    private final int signatures;
    private final int flags;
    private final int mailbox;
    private final int triples;
    private final int handoffCounters;
    private final int handoffSignatures;
    private final int handoffDone;
    private final int handoffFlags;
    private final int handoffDescriptors;
    private final int handoffMailbox;
    private final int handoffStaging;
    private final int inbox;
    private final int lamport;
    private final int lamport64;

    DomainBytes(int rank, ByteBuffer[] regions, SignalLayout layout) {
        this.rank = rank;
        this.size = regions.length;
        this.regions = regions.clone();
        this.own = regions[rank];
        this.layout = layout;
        Math.toIntExact(layout.total());
        signatures = (int) layout.signatures();
        flags = (int) layout.flags();
        mailbox = (int) layout.mailbox();
        triples = (int) layout.triples();
        handoffCounters = (int) layout.handoffCounters();
        handoffSignatures = (int) layout.handoffSignatures();
        handoffDone = (int) layout.handoffDone();
        handoffFlags = (int) layout.handoffFlags();
        handoffDescriptors = (int) layout.handoffDescriptors();
        handoffMailbox = (int) layout.handoffMailbox();
        handoffStaging = (int) layout.handoffStaging();
        inbox = (int) layout.inbox();
        lamport = (int) layout.lamport();
        lamport64 = (int) layout.lamport64();
    }

    ByteBuffer region(int peer) {
        return regions[peer];
    }

    SignalLayout layout() {
        return layout;
    }

    int signature(int parity, int writer) {
        return signatures + (parity * size + writer) * SignalLayout.SIGNATURE_BYTES;
    }

    int flag(int bank, int block, int writer) {
        return flags + ((bank * layout.maxBlocks() + block) * size + writer) * 4;
    }

    int mailbox(int parity, int writer) {
        return mailbox + (int) ((long) (parity * size + writer) * layout.mailboxWords() * 8);
    }

    int triples(int parity, int writer) {
        return triples + (int) ((long) (parity * size + writer) * layout.tripleWords() * 8);
    }

    /** A counter of tiles handed over. {@code side}: 0 for those sent, 1 for those received. */
    int handoffCounter(int side, int block, int peer) {
        return handoffCounters + handoff(side, block, peer) * 4;
    }

    /** A flag of a tile handed over. {@code side}: 0 for ready, by the sender; 1 for taken, by the receiver. */
    int handoffFlag(int side, int block, int writer) {
        return handoffFlags + handoff(side, block, writer) * 4;
    }

    private int handoff(int side, int block, int rank) {
        return (side * layout.handoffBlocks() + block) * size + rank;
    }

    /** {@code side}: 0 for signatures by senders, 1 for those by receivers. */
    int handoffSignature(int side, int writer) {
        return handoffSignatures + (side * size + writer) * SignalLayout.SIGNATURE_BYTES;
    }

    int handoffDone(int writer) {
        return handoffDone + 8 * writer;
    }

    int handoffDescriptor(int block, int writer) {
        return handoffDescriptors + (block * size + writer) * SignalLayout.DESCRIPTOR_BYTES;
    }

    int handoffMailbox(int writer) {
        return handoffMailbox + (int) (writer * handoffMailboxBytes());
    }

    /** Bytes of one writer's slot. */
    int handoffMailboxBytes() {
        return (int) (8 * layout.handoffWords());
    }

    int handoffStaging() {
        return handoffStaging;
    }

    int inbox(int slot) {
        return inbox + (int) (slot * layout.inboxBytes());
    }

    int lamport(boolean wide, int generation, int writer) {
        long bytes = wide ? layout.lamport64Bytes() : layout.lamportBytes();
        return (wide ? lamport64 : lamport) + (int) LamportGeneration.slot(generation, writer, size, bytes);
    }
}
