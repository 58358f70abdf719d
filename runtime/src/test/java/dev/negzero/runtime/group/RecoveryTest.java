package dev.negzero.runtime.group;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.plan.ControlLayout;
import dev.negzero.plan.FaultKind;
import dev.negzero.runtime.engine.FaultSignal;
import dev.negzero.runtime.signal.ControlRegion;
import dev.negzero.runtime.signal.FaultBoard;
import dev.negzero.runtime.signal.FaultRecord;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Meetings for a reset, with ranks that come, come late, and give up. */
@Timeout(60)
class RecoveryTest {
    private static final int RANKS = 3;
    private static final long LONG = 60_000_000_000L;

    private final List<ControlRegion> regions = IntStream.range(0, RANKS)
            .mapToObj(rank -> new ControlRegion(
                    ByteBuffer.allocateDirect(ControlLayout.TOTAL + 64).alignedSlice(64)))
            .toList();
    private final List<FaultBoard> boards = IntStream.range(0, RANKS)
            .mapToObj(rank -> new FaultBoard(regions, rank))
            .toList();

    private Recovery recovery(int rank, long deadlineNanos) {
        return new Recovery(regions, rank, boards.get(rank), deadlineNanos);
    }

    /** One attempt of each rank, on a thread of its own; whether each of them returned. */
    private boolean[] attempt(int[] yields, long deadlineNanos, Runnable prepare) {
        return attempt(yields, new long[] {deadlineNanos, deadlineNanos, deadlineNanos}, prepare);
    }

    private boolean[] attempt(int[] yields, long[] deadlines, Runnable prepare) {
        boolean[] returned = new boolean[RANKS];
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < RANKS; i++) {
            int rank = i;
            threads.add(new Thread(() -> {
                for (int spin = 0; spin < yields[rank]; spin++) {
                    Thread.yield();
                }
                try {
                    recovery(rank, deadlines[rank]).meet(() -> {
                        regions.get(rank).clearFaults();
                        prepare.run();
                    });
                    returned[rank] = true;
                } catch (FaultSignal fault) {
                    // Who gives up says so; who returns must hear of it.
                }
            }));
        }
        threads.forEach(Thread::start);
        threads.forEach(RecoveryTest::join);
        return returned;
    }

    @Test
    void nobodyPreparesBeforeAllAreIdle() {
        boards.get(1).report(FaultRecord.abort(1, 0));
        AtomicInteger come = new AtomicInteger();
        boolean[] returned = attempt(new int[] {0, 3000, 0}, LONG, () -> {
            for (ControlRegion region : regions) {
                assertTrue(region.reset() > 0);
            }
            come.incrementAndGet();
        });
        for (int rank = 0; rank < RANKS; rank++) {
            assertTrue(returned[rank]);
            assertFalse(boards.get(rank).failed());
        }
        assertEquals(RANKS, come.get());
    }

    @Test
    void aRankThatDoesNotComeIsNamed() {
        boards.get(0).report(FaultRecord.abort(0, 0));
        FaultSignal thrown =
                assertThrows(FaultSignal.class, () -> recovery(0, 1_000_000).meet(() -> {}));
        assertEquals(FaultKind.TIMEOUT, thrown.record().kind());
        assertEquals(0b110, thrown.record().missing());
        assertTrue(boards.get(0).failed());
        boolean[] returned = attempt(new int[RANKS], LONG, () -> {});
        for (int rank = 0; rank < RANKS; rank++) {
            assertTrue(returned[rank]);
            assertFalse(boards.get(rank).failed());
        }
    }

    @Test
    void theFurthestCountIsTaken() {
        for (int rank = 0; rank < RANKS; rank++) {
            recovery(rank, LONG).offer(10 + rank, 7 - rank);
        }
        assertEquals(12, recovery(0, LONG).regions());
        assertEquals(7, recovery(2, LONG).splits());
    }

    /** A rank forgets its faults behind the report of a peer that gave up: then the peer's mark tells it. */
    @Test
    void aReportThatWasForgottenIsNotMissed() {
        Thread impatient = new Thread(() ->
                assertThrows(FaultSignal.class, () -> recovery(0, 200_000_000).meet(regions.get(0)::clearFaults)));
        Thread idle = new Thread(() ->
                assertThrows(FaultSignal.class, () -> recovery(2, 200_000_000).meet(regions.get(2)::clearFaults)));
        impatient.start();
        idle.start();
        FaultSignal thrown =
                assertThrows(FaultSignal.class, () -> recovery(1, 200_000_000).meet(() -> {
                    join(impatient);
                    join(idle);
                    assertTrue(boards.get(1).failed());
                    regions.get(1).clearFaults();
                }));
        assertEquals(0b101, thrown.record().missing());
        assertTrue(boards.get(1).failed());
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Ranks with next to no patience: no rank takes the group for sound when another has given up. */
    @Test
    void whoReturnsHearsOfWhoGaveUp() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 300; round++) {
            int[] yields = random.ints(RANKS, 0, 10).toArray();
            long[] patience = random.longs(RANKS, 1, 300_000).toArray();
            boolean[] returned = attempt(yields, patience, () -> {});
            boolean all = returned[0] && returned[1] && returned[2];
            for (int rank = 0; rank < RANKS; rank++) {
                assertEquals(!all, boards.get(rank).failed(), "rank " + rank + " in round " + round);
            }
        }
        boolean[] returned = attempt(new int[RANKS], LONG, () -> {});
        for (int rank = 0; rank < RANKS; rank++) {
            assertTrue(returned[rank]);
            assertFalse(boards.get(rank).failed());
        }
    }
}
