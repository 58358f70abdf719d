package dev.negzero.runtime.host;

import dev.negzero.plan.Algorithm;
import dev.negzero.plan.FaultSite;
import dev.negzero.runtime.engine.Probe;
import dev.negzero.runtime.numeric.Reduction;
import dev.negzero.runtime.signal.Words;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;

/**
 * MAILBOX, one shot: put each peer's elements, as tagged words, into its mailbox, and poll the own slots until each word
 * has this call's tag.
 *
 * <p>A slot of this parity may be overwritten as the peer, which was heard in the previous call, had then finished the call
 * before that.
 */
final class MailboxExchange implements Waiter.Poll {
    /** Bytes of a chunk of elements that are only moved. */
    private static final int MOVED = 8192;

    private final DomainBytes domain;
    private final Waiter waiter;
    private final Signatures signatures;
    private final Segments segments;
    private final Probe probe;
    private final Pairs pairs = new Pairs();
    private final Triples triples = new Triples();
    private ByteBuffer values = ByteBuffer.allocateDirect(MOVED);
    private TaggedWords words = pairs;
    private int tag;
    private int parity;
    private int pollFrom;
    private int pollTo;

    MailboxExchange(DomainBytes domain, Waiter waiter, Signatures signatures, Segments segments, Probe probe) {
        this.domain = domain;
        this.waiter = waiter;
        this.signatures = signatures;
        this.segments = segments;
        this.probe = probe;
    }

    /** Makes room for a method's chunks; when a launcher opens, as calls allocate nothing. */
    void reserve(int chunkBytes) {
        if (values.capacity() < chunkBytes) {
            values = ByteBuffer.allocateDirect(chunkBytes);
        }
    }

    /** Runs one call. */
    void run(Call call, Kernel kernel) {
        enter(call);
        // Behind the clear in there, which a peer must not meet in its next call: this may be all that it hears of us.
        signatures.send(call);
        put(call);
        probe.at(Probe.Point.PUSHED, domain.rank);
        probe.at(Probe.Point.BEFORE_WAIT, domain.rank);
        signatures.check(call);
        if (call.operation().reduces()) {
            reduce(call, kernel.reduction());
        } else {
            collect(call);
        }
    }

    private void enter(Call call) {
        words = call.algorithm() == Algorithm.MAILBOX_TRIPLES ? triples : pairs;
        int line = words.line(domain);
        tag = words.next(Words.plainInt(domain.own, line));
        parity = Words.plainInt(domain.own, line + 4) ^ 1;
        Words.plainInt(domain.own, line, tag);
        Words.plainInt(domain.own, line + 4, parity);
        if (words.last(tag)) {
            clearOther();
        }
    }

    /**
     * Before tags recur, no old word may be left that could be taken for a new one. The other parity was read in the
     * previous call, and peers store into it only after they have heard from this call, all of which follows the fence.
     */
    private void clearOther() {
        Zeros.fill(domain.own, words.slot(domain, parity ^ 1, 0), words.parityBytes(domain));
        VarHandle.releaseFence();
    }

    private void put(Call call) {
        int slot = words.slot(domain, parity, domain.rank);
        for (int peer = 0; peer < domain.size; peer++) {
            int bytes = segments.bytes(call, domain.rank, peer);
            if (peer != domain.rank && bytes > 0) {
                int from = call.inAt() + segments.inAt(call, domain.rank, peer);
                words.put(call.in(), from, bytes, call.paddedBytes(bytes), tag, domain.region(peer), slot);
            }
        }
    }

    private void reduce(Call call, Reduction reduction) {
        if (!Segments.reducesTo(call, domain.rank)) {
            return;
        }
        int elementBytes = call.elementBytes();
        long count = call.count();
        int step = reduction.capacity();
        int inAt = call.inAt() + segments.inAt(call, domain.rank, domain.rank);
        for (long done = 0; done < count; done += step) {
            int elements = (int) Math.min(step, count - done);
            int from = (int) (done * elementBytes);
            int to = done + elements == count ? (int) call.paddedBytes() : from + elements * elementBytes;
            for (int rank = 0; rank < domain.size; rank++) {
                ByteBuffer source = rank == domain.rank ? call.in() : values;
                int at = rank == domain.rank ? inAt + from : 0;
                if (rank != domain.rank) {
                    take(call, rank, from, to);
                }
                if (rank == 0) {
                    reduction.first(source, at, elements);
                } else {
                    reduction.next(source, at, elements);
                }
            }
            probe.at(Probe.Point.CONSUMED, domain.rank);
            reduction.finish(call.out(), call.outAt() + from, elements);
        }
    }

    /** Moves to the output what goes to this rank. All of the input has been put, so it may be overwritten. */
    private void collect(Call call) {
        for (int from = 0; from < domain.size; from++) {
            int bytes = segments.bytes(call, from, domain.rank);
            if (bytes > 0) {
                int to = call.outAt() + segments.outAt(call, from, domain.rank);
                if (from == domain.rank) {
                    call.copyOwn(call.inAt() + segments.inAt(call, from, from), to, bytes);
                } else {
                    collect(call, from, to, bytes);
                }
            }
        }
        probe.at(Probe.Point.CONSUMED, domain.rank);
    }

    private void collect(Call call, int peer, int outAt, int bytes) {
        for (int done = 0; done < bytes; done += MOVED) {
            int part = Math.min(MOVED, bytes - done);
            take(call, peer, done, done + call.paddedBytes(part));
            call.out().put(outAt + done, values, 0, part);
        }
    }

    /** Polls bytes {@code from .. to} of a peer's message and leaves their values in {@link #values}. */
    private void take(Call call, int peer, int from, int to) {
        pollFrom = from;
        pollTo = to;
        int slot = words.slot(domain, parity, peer);
        int at = words.take(domain.own, slot, from, to, tag, values, from);
        waiter.begin();
        while (at < to) {
            waiter.pause(call, this);
            at = words.take(domain.own, slot, at, to, tag, values, from);
        }
    }

    @Override
    public FaultSite site() {
        return FaultSite.MAILBOX_POLL;
    }

    @Override
    public boolean heard(Call call, int peer) {
        int to = Math.min(pollTo, call.paddedBytes(segments.bytes(call, peer, domain.rank)));
        return words.have(domain.own, words.slot(domain, parity, peer), pollFrom, to, tag);
    }
}
