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
    private final int descriptors;
    private final int mailbox;
    private final int staging;
    private final int results;
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
        descriptors = (int) layout.descriptors();
        mailbox = (int) layout.mailbox();
        staging = (int) layout.staging();
        results = (int) layout.results();
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

    int descriptor(int block, int writer) {
        return descriptors + (block * size + writer) * SignalLayout.DESCRIPTOR_BYTES;
    }

    int mailbox(int parity, int writer) {
        return mailbox + (int) ((long) (parity * size + writer) * layout.mailboxWords() * 8);
    }

    /** Bytes of all slots of one mailbox parity. */
    int mailboxParityBytes() {
        return (int) (size * layout.mailboxWords() * 8);
    }

    int staging() {
        return staging;
    }

    int results() {
        return results;
    }

    int lamport(boolean wide, int generation, int writer) {
        long bytes = wide ? layout.lamport64Bytes() : layout.lamportBytes();
        return (wide ? lamport64 : lamport) + (int) LamportGeneration.slot(generation, writer, size, bytes);
    }
}
