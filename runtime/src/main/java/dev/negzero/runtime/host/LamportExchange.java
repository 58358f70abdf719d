package dev.negzero.runtime.host;

import dev.negzero.plan.FaultSite;
import dev.negzero.plan.SignalLayout;
import dev.negzero.runtime.engine.Probe;
import dev.negzero.runtime.numeric.Reduction;
import dev.negzero.runtime.numeric.Sanitiser;
import dev.negzero.runtime.signal.LamportGeneration;
import dev.negzero.runtime.signal.Words;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;

/**
 * LAMPORT, one shot: push the sanitised input into each peer's slot of this generation, clear the previous one, and read
 * the own slots as they lose their sentinel.
 */
final class LamportExchange implements Waiter.Poll {
    private static final int SENTINEL = SignalLayout.SENTINEL32;
    private static final int PATTERN_BYTES = 8192;
    /** Up to here single stores are faster than a bulk copy. */
    private static final int SMALL_CLEAR = 512;

    private final DomainBytes domain;
    private final Waiter waiter;
    private final Signatures signatures;
    private final Probe probe;
    private final ByteBuffer pattern = ByteBuffer.allocateDirect(PATTERN_BYTES);
    private final ByteBuffer pattern64 = ByteBuffer.allocateDirect(PATTERN_BYTES);
    private boolean wide;
    private int generation;
    private int pollFrom;
    private int pollTo;

    LamportExchange(DomainBytes domain, Waiter waiter, Signatures signatures, Probe probe) {
        this.domain = domain;
        this.waiter = waiter;
        this.signatures = signatures;
        this.probe = probe;
        for (int i = 0; i < PATTERN_BYTES; i += 8) {
            Words.plainLong(pattern, i, (SENTINEL & 0xFFFFFFFFL) | ((long) SENTINEL << 32));
            Words.plainLong(pattern64, i, SignalLayout.SENTINEL64);
        }
    }

    /** Runs one call. */
    void run(Call call, Reduction reduction, Sanitiser sanitiser, boolean verify) {
        wide = call.elementBytes() == 8;
        int line = wide ? SignalLayout.STATE_LAMPORT64 : SignalLayout.STATE_LAMPORT;
        generation = Words.plainInt(domain.own, line + 4);
        push(call, sanitiser);
        probe.at(Probe.Point.PUSHED, domain.rank);
        clear((int) Words.plainLong(domain.own, line + 8));
        probe.at(Probe.Point.BEFORE_WAIT, domain.rank);
        if (verify) {
            signatures.check(call);
        }
        reduce(call, reduction);
        Words.plainInt(domain.own, line, Words.plainInt(domain.own, line) + 1);
        Words.plainInt(domain.own, line + 4, LamportGeneration.next(generation));
        Words.plainLong(domain.own, line + 8, call.paddedBytes());
    }

    private void push(Call call, Sanitiser sanitiser) {
        int slot = domain.lamport(wide, generation, domain.rank);
        for (int peer = 0; peer < domain.size; peer++) {
            if (peer != domain.rank) {
                push(call, sanitiser, domain.region(peer), slot);
            }
        }
    }

    private static void push(Call call, Sanitiser sanitiser, ByteBuffer to, int slot) {
        ByteBuffer in = call.in();
        int inAt = call.inAt();
        int whole = call.bytes() & ~7;
        for (int i = 0; i < whole; i += 8) {
            Words.relaxedLong(to, slot + i, sanitiser.word(Words.plainLong(in, inAt + i)));
        }
        int padded = (int) call.paddedBytes();
        long last = whole == padded ? 0 : sanitiser.word(Tail.read(in, inAt + whole, call.bytes() - whole));
        int i = whole;
        for (; i + 8 <= padded; i += 8) {
            Words.relaxedLong(to, slot + i, last);
            last = 0;
        }
        if (i < padded) {
            Words.relaxedInt(to, slot + i, (int) last);
        }
    }

    /** Refills what the previous call's peers stored into its generation. Nobody else reads or writes there now. */
    private void clear(int bytes) {
        int cleared = LamportGeneration.cleared(generation);
        for (int writer = 0; writer < domain.size && bytes > 0; writer++) {
            if (writer != domain.rank) {
                int slot = domain.lamport(wide, cleared, writer);
                if (bytes <= SMALL_CLEAR) {
                    clearWords(slot, bytes);
                } else {
                    clearBulk(slot, bytes);
                }
            }
        }
    }

    private void clearWords(int slot, int bytes) {
        long word = Words.plainLong(wide ? pattern64 : pattern, 0);
        int i = 0;
        for (; i + 8 <= bytes; i += 8) {
            Words.plainLong(domain.own, slot + i, word);
        }
        if (i < bytes) {
            Words.plainInt(domain.own, slot + i, SENTINEL);
        }
    }

    private void clearBulk(int slot, int bytes) {
        for (int done = 0; done < bytes; done += PATTERN_BYTES) {
            domain.own.put(slot + done, wide ? pattern64 : pattern, 0, Math.min(PATTERN_BYTES, bytes - done));
        }
    }

    private void reduce(Call call, Reduction reduction) {
        int elementBytes = call.elementBytes();
        long count = call.count();
        int step = reduction.capacity();
        for (long done = 0; done < count; done += step) {
            int elements = (int) Math.min(step, count - done);
            int from = (int) (done * elementBytes);
            // The last chunk waits for its padding too: a padding word still on its way could land behind the clear.
            int to = done + elements == count ? (int) call.paddedBytes() : from + elements * elementBytes;
            for (int rank = 0; rank < domain.size; rank++) {
                ByteBuffer source = rank == domain.rank ? call.in() : domain.own;
                int at = rank == domain.rank ? call.inAt() : domain.lamport(wide, generation, rank);
                if (rank != domain.rank) {
                    await(call, at, from, to);
                }
                if (rank == 0) {
                    reduction.first(source, at + from, elements);
                } else {
                    reduction.next(source, at + from, elements);
                }
            }
            probe.at(Probe.Point.CONSUMED, domain.rank);
            reduction.finish(call.out(), call.outAt() + from, elements);
        }
    }

    private void await(Call call, int slot, int from, int to) {
        pollFrom = from;
        pollTo = to;
        int i = from;
        waiter.begin();
        while ((i = firstEmpty(slot, i)) < to) {
            waiter.pause(call, this);
        }
        // Orders the words seen above before the plain loads of the reduction.
        VarHandle.acquireFence();
    }

    /** Offset of the first word at or behind {@code i} that still holds its sentinel; at least the end if none. */
    private int firstEmpty(int slot, int from) {
        int i = from;
        if (wide) {
            while (i < pollTo && Words.relaxedLong(domain.own, slot + i) != SignalLayout.SENTINEL64) {
                i += 8;
            }
            return i;
        }
        for (; i + 8 <= pollTo; i += 8) {
            long word = Words.relaxedLong(domain.own, slot + i);
            if ((int) word == SENTINEL || (int) (word >>> 32) == SENTINEL) {
                return i;
            }
        }
        return i < pollTo && Words.relaxedInt(domain.own, slot + i) != SENTINEL ? pollTo : i;
    }

    @Override
    public FaultSite site() {
        return FaultSite.LAMPORT_POLL;
    }

    @Override
    public boolean heard(int peer) {
        return firstEmpty(domain.lamport(wide, generation, peer), pollFrom) >= pollTo;
    }
}
