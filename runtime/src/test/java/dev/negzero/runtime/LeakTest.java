package dev.negzero.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.plan.KernelPlan;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Groups that are opened, used and closed leave nothing: no thread, no file descriptor, no file, no mapping, no native
 * memory. {@code -Dnegzero.leak.groups=} sets their number, {@code -Dnegzero.leak.seconds=} ends it early.
 */
@EnabledOnOs(OS.LINUX)
@Timeout(3600)
class LeakTest {
    private static final int SAMPLE = 150;
    static final int WARM_UP = 20;
    /** What the JVM itself may come by meanwhile: a compiler thread, a file of a library. */
    private static final int SLACK = 8;

    private static final KernelPlan PLAN = FaultPlans.paths(2);

    @TempDir
    Path folder;

    /** What a process holds. */
    private record Holdings(long threads, long descriptors, long maps, long nativeBytes) {
        static Holdings now() throws IOException {
            System.gc();
            return new Holdings(
                    ManagementFactory.getThreadMXBean().getThreadCount(),
                    lines(Files.list(Path.of("/proc/self/fd"))),
                    Files.readAllLines(Path.of("/proc/self/maps")).stream()
                            .filter(line -> line.contains("group."))
                            .count(),
                    ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                            .mapToLong(BufferPoolMXBean::getMemoryUsed)
                            .sum());
        }

        private static long lines(Stream<Path> files) {
            try (files) {
                return files.count();
            }
        }
    }

    interface Work {
        void once(int round) throws Exception;
    }

    private static void leavesNothing(Work work) throws Exception {
        int groups = Integer.getInteger("negzero.leak.groups", SAMPLE);
        leavesNothing("host", groups, TimeBudget.of("negzero.leak.seconds"), work);
    }

    /** Does it a few times before it counts, then as often as asked and as time allows, and prints a line of CSV. */
    static void leavesNothing(String what, int groups, TimeBudget budget, Work work) throws Exception {
        for (int round = 0; round < WARM_UP; round++) {
            work.once(round);
        }
        Holdings before = Holdings.now();
        int round = 0;
        for (; round < groups && budget.allows(Duration.ZERO); round++) {
            work.once(round);
        }
        Holdings after = settled(before);
        System.out.println("leak," + what + "," + round + "," + before + "," + after);
        assertTrue(after.threads <= before.threads + SLACK, after::toString);
        assertTrue(after.descriptors <= before.descriptors + SLACK, after::toString);
        assertTrue(after.maps <= before.maps + SLACK, after::toString);
        assertTrue(after.nativeBytes <= before.nativeBytes + 4_000_000, after::toString);
    }

    /** Buffers are freed behind a collection, by a thread of the JVM's own. */
    private static Holdings settled(Holdings before) throws IOException {
        Holdings now = Holdings.now();
        for (int i = 0; i < 50 && (now.nativeBytes > before.nativeBytes || now.maps > before.maps); i++) {
            Thread.yield();
            now = Holdings.now();
        }
        return now;
    }

    private static void use(Group group, int round) {
        group.run(rank -> {
            try (Communicator communicator = Communicator.open(rank, PLAN, "digest")) {
                Counting counting = new Counting(rank, 40);
                counting.check(communicator, round % dev.negzero.runtime.Path.values().length, round, 40);
            }
        });
    }

    @Test
    void groupsOfThreads() throws Exception {
        leavesNothing(round -> {
            Group group = Group.open(2);
            use(group, round);
            group.close();
            group.close();
        });
    }

    /** Each rank as a process would join it, over files. */
    @Test
    void groupsOverFiles() throws Exception {
        leavesNothing(round -> {
            CompletableFuture<Void> one = CompletableFuture.runAsync(() -> join(1, round));
            join(0, round);
            one.get();
        });
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(List.of(), files.toList());
        }
    }

    private void join(int rank, int round) {
        try (Group group = Group.join(folder.resolve("group." + round), rank, 2, GroupOptions.defaults())) {
            use(group, round);
        }
    }

    /** Closed behind a fault. */
    @Test
    void groupsThatFailed() throws Exception {
        leavesNothing(round -> {
            try (Group group = Group.open(2)) {
                group.run(rank -> {
                    if (rank.index() == 1) {
                        throw new IllegalStateException("planted");
                    }
                    Communicator.open(rank, PLAN, "digest");
                });
            } catch (IllegalStateException planted) {
                assertEquals("planted", planted.getMessage());
            }
        });
    }
}
