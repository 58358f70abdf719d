package dev.negzero.runtime.host;

import dev.negzero.plan.FaultSite;
import dev.negzero.plan.SignalLayout;
import dev.negzero.runtime.engine.Probe;
import dev.negzero.runtime.numeric.Reduction;
import dev.negzero.runtime.signal.Words;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;

/**
 * MAILBOX, one shot: put 64-bit words of 32 value and 32 tag bits to every peer and poll the own slots until each word
 * has this call's tag.
 *
 * <p>A slot of this parity may be overwritten as the peer, whose words of the previous call were seen, had then finished
 * the call before that.
 */
final class MailboxExchange implements Waiter.Poll {
    private static final long VALUE = 0xFFFFFFFFL;
    private static final int ZERO_BYTES = 8192;

    private final DomainBytes domain;
    private final Waiter waiter;
    private final Signatures signatures;
    private final Probe probe;
    private final ByteBuffer zeros = ByteBuffer.allocateDirect(ZERO_BYTES);
    private ByteBuffer values = ByteBuffer.allocateDirect(0);
    private int tag;
    private int parity;
    private int pollFrom;
    private int pollTo;

    MailboxExchange(DomainBytes domain, Waiter waiter, Signatures signatures, Probe probe) {
        this.domain = domain;
        this.waiter = waiter;
        this.signatures = signatures;
        this.probe = probe;
    }

    /** Makes room for a method's chunks; when a launcher opens, as calls allocate nothing. */
    void reserve(int chunkBytes) {
        if (values.capacity() < chunkBytes) {
            values = ByteBuffer.allocateDirect(chunkBytes);
        }
    }

    /** Runs one call. */
    void run(Call call, Reduction reduction, boolean verify) {
        int line = SignalLayout.STATE_MAILBOX;
        tag = Words.plainInt(domain.own, line) + 1;
        if (tag == 0) {
            tag = 1;
        }
        parity = Words.plainInt(domain.own, line + 4) ^ 1;
        Words.plainInt(domain.own, line, tag);
        Words.plainInt(domain.own, line + 4, parity);
        if (Integer.compareUnsigned(tag, 0xFFFFFFFE) >= 0) {
            clearOther();
        }
        put(call);
        probe.at(Probe.Point.PUSHED, domain.rank);
        probe.at(Probe.Point.BEFORE_WAIT, domain.rank);
        if (verify) {
            signatures.check(call);
        }
        reduce(call, reduction);
    }

    /**
     * Before tags recur, no old word may be left that could be taken for a new one. The other parity was read in the
     * previous call, and peers store into it only after they have this call's words, which follow the fence.
     */
    private void clearOther() {
        int from = domain.mailbox(parity ^ 1, 0);
        int bytes = domain.mailboxParityBytes();
        for (int done = 0; done < bytes; done += ZERO_BYTES) {
            domain.own.put(from + done, zeros, 0, Math.min(ZERO_BYTES, bytes - done));
        }
        VarHandle.releaseFence();
    }

    private void put(Call call) {
        int slot = domain.mailbox(parity, domain.rank);
        for (int peer = 0; peer < domain.size; peer++) {
            if (peer != domain.rank) {
                put(call, domain.region(peer), slot);
            }
        }
    }

    private void put(Call call, ByteBuffer to, int slot) {
        ByteBuffer in = call.in();
        int inAt = call.inAt();
        long high = (long) tag << 32;
        int whole = call.bytes() & ~3;
        for (int i = 0; i < whole; i += 4) {
            Words.relaxedLong(to, slot + 2 * i, (Words.plainInt(in, inAt + i) & VALUE) | high);
        }
        int padded = (int) call.paddedBytes();
        long last = whole == padded ? 0 : Tail.read(in, inAt + whole, call.bytes() - whole);
        for (int i = whole; i < padded; i += 4) {
            Words.relaxedLong(to, slot + 2 * i, last | high);
            last = 0;
        }
    }

    private void reduce(Call call, Reduction reduction) {
        int elementBytes = call.elementBytes();
        long count = call.count();
        int step = reduction.capacity();
        for (long done = 0; done < count; done += step) {
            int elements = (int) Math.min(step, count - done);
            int from = (int) (done * elementBytes);
            int to = done + elements == count ? (int) call.paddedBytes() : from + elements * elementBytes;
            for (int rank = 0; rank < domain.size; rank++) {
                ByteBuffer source = rank == domain.rank ? call.in() : values;
                int at = rank == domain.rank ? call.inAt() + from : 0;
                if (rank != domain.rank) {
                    take(call, domain.mailbox(parity, rank), from, to);
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

    /** Polls bytes {@code from .. to} of a slot's message and leaves their values in {@link #values}. */
    private void take(Call call, int slot, int from, int to) {
        pollFrom = from;
        pollTo = to;
        waiter.begin();
        for (int i = from; i < to; i += 4) {
            long word = Words.relaxedLong(domain.own, slot + 2 * i);
            while ((int) (word >>> 32) != tag) {
                waiter.pause(call, this);
                word = Words.relaxedLong(domain.own, slot + 2 * i);
            }
            Words.plainInt(values, i - from, (int) word);
        }
    }

    @Override
    public FaultSite site() {
        return FaultSite.MAILBOX_POLL;
    }

    @Override
    public boolean heard(int peer) {
        int slot = domain.mailbox(parity, peer);
        for (int i = pollFrom; i < pollTo; i += 4) {
            if ((int) (Words.relaxedLong(domain.own, slot + 2 * i) >>> 32) != tag) {
                return false;
            }
        }
        return true;
    }
}
