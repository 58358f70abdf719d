package dev.negzero.litmus;

import dev.negzero.runtime.signal.Words;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** What {@code Words} promises, one class an edge of docs/protocols.md. */
public final class WordsLitmus {
    private static final int DATA = 0;
    private static final int FLAG = 128;

    private WordsLitmus() {}

    /** A barrier's flag: what was staged before the release is there behind the acquire. */
    @JCStressTest
    @Outcome(
            id = {"0, 0", "0, 7", "1, 7"},
            expect = Expect.ACCEPTABLE,
            desc = "in order")
    @Outcome(id = "1, 0", expect = Expect.FORBIDDEN, desc = "flag seen, staged input not")
    @State
    public static class BarrierFlag {
        private final ByteBuffer region = Region.of(256);

        @Actor
        public void writer() {
            Words.plainInt(region, DATA, 7);
            Words.releaseInt(region, FLAG, 1);
        }

        @Actor
        public void reader(II_Result r) {
            r.r1 = Words.acquireInt(region, FLAG);
            r.r2 = Words.plainInt(region, DATA);
        }
    }

    /** A mailbox word and a signature word: who sees the tag sees the value. */
    @JCStressTest
    @Outcome(
            id = {"0, 0", "1, 7"},
            expect = Expect.ACCEPTABLE,
            desc = "whole")
    @Outcome(
            id = {"1, 0", "0, 7"},
            expect = Expect.FORBIDDEN,
            desc = "tag and value torn apart")
    @State
    public static class TaggedWord {
        private final ByteBuffer region = Region.of(64);

        @Actor
        public void writer() {
            Words.relaxedLong(region, DATA, 7 | 1L << 32);
        }

        @Actor
        public void reader(II_Result r) {
            long word = Words.relaxedLong(region, DATA);
            r.r1 = (int) (word >>> 32);
            r.r2 = (int) word;
        }
    }

    /** A polled word doesn't go back. */
    @JCStressTest
    @Outcome(
            id = {"0, 0", "0, 1", "1, 1"},
            expect = Expect.ACCEPTABLE,
            desc = "forwards")
    @Outcome(id = "1, 0", expect = Expect.FORBIDDEN, desc = "a word that was there is gone")
    @State
    public static class PolledWord {
        private final ByteBuffer region = Region.of(64);

        @Actor
        public void writer() {
            Words.relaxedInt(region, DATA, 1);
        }

        @Actor
        public void reader(II_Result r) {
            r.r1 = Words.relaxedInt(region, DATA);
            r.r2 = Words.relaxedInt(region, DATA);
        }
    }

    /** Lamport words are polled relaxed and then read again plainly, behind an acquire fence. */
    @JCStressTest
    @Outcome(
            id = {"0, 0", "0, 1", "1, 1"},
            expect = Expect.ACCEPTABLE,
            desc = "as polled, or newer")
    @Outcome(id = "1, 0", expect = Expect.FORBIDDEN, desc = "the reduction reads a sentinel that the poll had seen go")
    @State
    public static class SecondRead {
        private final ByteBuffer region = Region.of(64);

        @Actor
        public void writer() {
            Words.relaxedLong(region, DATA, 1);
        }

        @Actor
        public void reader(II_Result r) {
            r.r1 = (int) Words.relaxedLong(region, DATA);
            VarHandle.acquireFence();
            r.r2 = (int) Words.plainLong(region, DATA);
        }
    }

    /**
     * The clear of a Lamport slot and a peer's next store there: the owner clears in one call and sends in the next; the
     * peer has received that, and stores in its own next call.
     */
    @JCStressTest
    @Outcome(
            id = {"0, 0", "1, 2"},
            expect = Expect.ACCEPTABLE,
            desc = "nothing stored, or what was stored is there")
    @Outcome(id = "1, 0", expect = Expect.FORBIDDEN, desc = "a clear wipes what a peer stored after it")
    @State
    public static class ClearedSlot {
        private final ByteBuffer region = Region.of(256);

        public ClearedSlot() {
            Words.plainInt(region, DATA, 1);
        }

        @Actor
        public void owner() {
            Words.plainInt(region, DATA, 0);
            VarHandle.acquireFence();
            VarHandle.releaseFence();
            Words.relaxedInt(region, FLAG, 1);
        }

        @Actor
        public void peer(II_Result r) {
            r.r1 = Words.relaxedInt(region, FLAG);
            VarHandle.acquireFence();
            VarHandle.releaseFence();
            if (r.r1 == 1) {
                Words.relaxedInt(region, DATA, 2);
            }
        }

        @Arbiter
        public void end(II_Result r) {
            r.r2 = Words.plainInt(region, DATA);
        }
    }

    /** The right to report a fault has one winner. */
    @JCStressTest
    @Outcome(
            id = {"true, false", "false, true"},
            expect = Expect.ACCEPTABLE,
            desc = "one")
    @Outcome(
            id = {"true, true", "false, false"},
            expect = Expect.FORBIDDEN,
            desc = "two reports of a rank, or none")
    @State
    public static class Claim {
        private final ByteBuffer region = Region.of(64);

        @Actor
        public void one(ZZ_Result r) {
            r.r1 = Words.compareAndSetInt(region, DATA, 0, 1);
        }

        @Actor
        public void other(ZZ_Result r) {
            r.r2 = Words.compareAndSetInt(region, DATA, 0, 1);
        }
    }
}
