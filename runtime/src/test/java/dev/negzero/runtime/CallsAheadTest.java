package dev.negzero.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.negzero.plan.KernelPlan;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A rank issues thousands of calls, from a thread of its own, before its peer issues the first. Its thread may be held up,
 * but not in a way that holds the peer up as well: then both would wait until the deadline.
 */
@Timeout(60)
class CallsAheadTest {
    static final KernelPlan PLAN = FaultPlans.paths(2);
    private static final int COUNT = 64;
    private static final int CAPTURED = 50;
    /** Long against the time between two calls. The peer begins when the early rank has come to no further one for so long. */
    private static final long STILL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    @Test
    void calls() throws Exception {
        callsOneByOne(5_000);
    }

    @Test
    void replays() throws Exception {
        callsOfTapes(500);
    }

    /** From one thread, all of a rank's calls in front of its peer's: ranks take turns when the batch ends. */
    @Test
    void aBatch() {
        callsOfABatch(5_000);
    }

    static void callsOfABatch(int calls) {
        try (Group group = open()) {
            List<Lane> lanes = lanes(group);
            group.start();
            for (Lane lane : lanes) {
                for (int call = 0; call < calls; call++) {
                    lane.call();
                }
            }
            group.end();
            lanes.forEach(Lane::isRight);
        }
    }

    static void callsOneByOne(int calls) throws Exception {
        try (Group group = open()) {
            List<Lane> lanes = lanes(group);
            ahead("calls", lanes, calls, Lane::call);
        }
    }

    static void callsOfTapes(int replays) throws Exception {
        try (Group group = open()) {
            List<Lane> lanes = lanes(group);
            List<CapturedCalls> tapes = group.capture(rank -> {
                for (int call = 0; call < CAPTURED; call++) {
                    lanes.get(rank.index()).call();
                }
            });
            ahead("replays", lanes, replays, lane -> tapes.get(lane.rank().index())
                    .replay());
        }
    }

    private record Lane(Rank rank, Communicator communicator, int method, DeviceBuffer<F32> in, DeviceBuffer<F32> out) {
        static Lane open(Rank rank) {
            Communicator communicator = Communicator.open(rank, PLAN, "digest");
            int method = Plans.index(PLAN, Path.LAMPORT.name());
            Lane lane =
                    new Lane(rank, communicator, method, rank.buffer(F32.class, COUNT), rank.buffer(F32.class, COUNT));
            float[] values = new float[COUNT];
            Arrays.fill(values, rank.index() + 1);
            lane.in.copyFrom(values);
            return lane;
        }

        void call() {
            communicator.allReduce(method, in, out, COUNT);
        }

        void isRight() {
            float[] expected = new float[COUNT];
            Arrays.fill(expected, 1 + 2);
            float[] found = new float[COUNT];
            out.copyTo(found);
            assertEquals(Arrays.toString(expected), Arrays.toString(found));
        }
    }

    private static Group open() {
        return Group.open(2, GroupOptions.defaults().withDeadline(Duration.ofSeconds(10)));
    }

    private static List<Lane> lanes(Group group) {
        return group.onEachRank(Lane::open);
    }

    private static void ahead(String what, List<Lane> lanes, int times, Consumer<Lane> issue) throws Exception {
        AtomicInteger issued = new AtomicInteger();
        CompletableFuture<Void> early = CompletableFuture.runAsync(() -> {
            for (int i = 0; i < times; i++) {
                issue.accept(lanes.get(0));
                issued.setRelease(i + 1);
            }
            lanes.get(0).rank().synchronize();
        });
        System.out.println("ahead," + what + "," + awaitStandstill(issued));
        for (int i = 0; i < times; i++) {
            issue.accept(lanes.get(1));
        }
        lanes.get(1).rank().synchronize();
        early.get();
        lanes.forEach(Lane::isRight);
    }

    /** How far a counter comes that goes on, if at all, within {@link #STILL_NANOS}. Any answer is right for what follows. */
    private static int awaitStandstill(AtomicInteger counter) {
        int seen = -1;
        for (long since = System.nanoTime(); System.nanoTime() - since < STILL_NANOS; Thread.onSpinWait()) {
            int now = counter.getAcquire();
            if (now != seen) {
                seen = now;
                since = System.nanoTime();
            }
        }
        return seen;
    }
}
