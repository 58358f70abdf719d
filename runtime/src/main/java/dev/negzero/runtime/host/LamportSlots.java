package dev.negzero.runtime.host;

import dev.negzero.plan.FaultSite;
import dev.negzero.plan.SignalLayout;
import dev.negzero.runtime.numeric.Sanitiser;
import dev.negzero.runtime.signal.LamportGeneration;
import dev.negzero.runtime.signal.Words;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;

/**
 * The slots of the Lamport regions, for words of 32 bits and for those of F64: the rotation of the generations, pushes
 * into peers' slots, the clear and the polls of the own ones.
 */
final class LamportSlots implements Waiter.Poll {
    private static final int SENTINEL = SignalLayout.SENTINEL32;
    private static final int PATTERN_BYTES = 8192;
    /** Up to here single stores are faster than a bulk copy. */
    private static final int SMALL_CLEAR = 512;

    private final DomainBytes domain;
    private final Waiter waiter;
    private final ByteBuffer pattern = ByteBuffer.allocateDirect(PATTERN_BYTES);
    private final ByteBuffer pattern64 = ByteBuffer.allocateDirect(PATTERN_BYTES);
    private boolean wide;
    private int line;
    private int generation;
    private int pollPeer;
    private int pollFrom;
    private int pollTo;

    LamportSlots(DomainBytes domain, Waiter waiter) {
        this.domain = domain;
        this.waiter = waiter;
        for (int i = 0; i < PATTERN_BYTES; i += 8) {
            Words.plainLong(pattern, i, (SENTINEL & 0xFFFFFFFFL) | ((long) SENTINEL << 32));
            Words.plainLong(pattern64, i, SignalLayout.SENTINEL64);
        }
    }

    /** Begins a call: this call's generation. */
    void enter(Call call) {
        wide = call.elementBytes() == 8;
        line = wide ? domain.layout().stateLamport64() : domain.layout().stateLamport();
        generation = Words.plainInt(domain.own, line + 4);
    }

    /** Ends a call that left words in the first {@code bytes} bytes of the slots: the next call clears so many. */
    void leave(long bytes) {
        Words.plainInt(domain.own, line, Words.plainInt(domain.own, line) + 1);
        Words.plainInt(domain.own, line + 4, LamportGeneration.next(generation));
        Words.plainLong(domain.own, line + 8, bytes);
    }

    /** Offset of a writer's slot of this call. */
    int slot(int writer) {
        return domain.lamport(wide, generation, writer);
    }

    /** Stores elements at {@code to}, without -0.0 and padded with zeros to {@code padded} bytes; relaxed. */
    static void push(Sanitiser sanitiser, ByteBuffer in, int inAt, int bytes, int padded, ByteBuffer to, int toAt) {
        int whole = bytes & ~7;
        for (int i = 0; i < whole; i += 8) {
            Words.relaxedLong(to, toAt + i, sanitiser.word(Words.plainLong(in, inAt + i)));
        }
        long last = whole == bytes ? 0 : sanitiser.word(Tail.read(in, inAt + whole, bytes - whole));
        int i = whole;
        for (; i + 8 <= padded; i += 8) {
            Words.relaxedLong(to, toAt + i, last);
            last = 0;
        }
        if (i < padded) {
            Words.relaxedInt(to, toAt + i, (int) last);
        }
    }

    /** Refills what the previous call's peers stored into its generation. Nobody else reads or writes there now. */
    void clear() {
        int bytes = (int) Words.plainLong(domain.own, line + 8);
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

    /** Waits until no word of bytes {@code from .. to} of a peer's slot is the sentinel. */
    void await(Call call, int peer, int from, int to) {
        int slot = slot(peer);
        pollPeer = peer;
        pollFrom = from;
        pollTo = to;
        int i = from;
        waiter.begin();
        while ((i = firstEmpty(slot, i)) < to) {
            waiter.pause(call, this);
        }
        // Orders the words seen above before plain loads of the same.
        VarHandle.acquireFence();
    }

    /** Offset of the first word at or behind {@code from} that still holds its sentinel; at least the end if none. */
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

    /** Of other peers than the one that is waited for the first word tells: theirs may be shorter. */
    @Override
    public boolean heard(Call call, int peer) {
        int first = firstEmpty(slot(peer), pollFrom);
        return peer == pollPeer ? first >= pollTo : first > pollFrom;
    }
}
