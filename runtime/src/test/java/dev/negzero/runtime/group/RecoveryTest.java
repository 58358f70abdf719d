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
    private final List<FaultBoard> boards =
            IntStream.range(0, RANKS).mapToObj(rank -> new FaultBoard(regions, rank)).toList();

    private Recovery recovery(int rank, long deadlineNanos) {
        return new Recovery(regions, rank, boards.get(rank), deadlineNanos);
    }

    /** One attempt of each rank, on a thread of its own; whether each of them returned. */
    private boolean[] attempt(int[] yields, long deadlineNanos, Runnable prepare) {
        boolean[] returned = new boolean[RANKS];
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < RANKS; i++) {
            int rank = i;
            threads.add(new Thread(() -> {
                for (int spin = 0; spin < yields[rank]; spin++) {
                    Thread.yield();
                }
                try {
                    recovery(rank, deadlineNanos).meet(() -> {
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
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
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
        FaultSignal thrown = assertThrows(FaultSignal.class, () -> recovery(0, 1_000_000).meet(() -> {}));
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

    /** Ranks with next to no patience: no rank takes the group for sound when another has given up. */
    @Test
    void whoReturnsHearsOfWhoGaveUp() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        int mixed = 0;
        for (int round = 0; round < 400; round++) {
            int[] yields = random.ints(RANKS, 0, 40).toArray();
            boolean[] returned = attempt(yields, 1 + random.nextInt(400_000), () -> {});
            int ends = 0;
            for (boolean end : returned) {
                ends += end ? 1 : 0;
            }
            mixed += ends > 0 && ends < RANKS ? 1 : 0;
            for (int rank = 0; rank < RANKS; rank++) {
                assertEquals(ends < RANKS, boards.get(rank).failed(), "rank " + rank + " in round " + round);
            }
        }
        System.out.println("rounds in which only some gave up: " + mixed);
        boolean[] returned = attempt(new int[RANKS], LONG, () -> {});
        for (int rank = 0; rank < RANKS; rank++) {
            assertTrue(returned[rank]);
            assertFalse(boards.get(rank).failed());
        }
    }
}
