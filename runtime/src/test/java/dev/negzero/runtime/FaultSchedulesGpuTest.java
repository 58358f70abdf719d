package dev.negzero.runtime;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.opentest4j.AssertionFailedError;

/**
 * {@link FaultSchedulesTest} on GPUs: ranks are streams of one, or of those that {@code -Dnegzero.devices=} names. {@code
 * -Dnegzero.faults.schedules=} sets the number of schedules, {@code -Dnegzero.faults.seed=} runs one again. Many are run in
 * pieces: {@code -Dnegzero.faults.seconds=} ends a run early, which prints how many were done, and {@code
 * -Dnegzero.faults.first=} is the seed that the next one starts with.
 */
@Tag("gpu")
@Timeout(1200)
public class FaultSchedulesGpuTest {
    private static final int SAMPLE = 100;
    /** Schedules between two looks at the clock. */
    private static final int PIECE = 500;
    /** Then something is wrong with more than a few schedules. */
    private static final int MOST_FAILURES = 5;

    private final Map<String, Integer> outcomes = new TreeMap<>();
    private final List<AssertionError> failures = new ArrayList<>();
    private Duration opening = Duration.ZERO;

    @BeforeAll
    static void needsAGpu() {
        GpuGroups.require();
    }

    @Test
    void everyRankIsToldAndTheGroupComesBack() {
        Long one = Long.getLong("negzero.faults.seed");
        int schedules = one != null ? 1 : Integer.getInteger("negzero.faults.schedules", SAMPLE);
        long first = one != null ? one : Long.getLong("negzero.faults.first", System.nanoTime());
        System.out.println("fault schedules of seeds " + first + " and " + (schedules - 1) + " more");
        TimeBudget budget = TimeBudget.of("negzero.faults.seconds");
        Duration longest = Duration.ZERO;
        int done = 0;
        while (done < schedules && failures.size() < MOST_FAILURES && budget.allows(longest)) {
            Duration before = budget.spent();
            int piece = Math.min(PIECE, schedules - done);
            piece(first + done, piece);
            done += piece;
            Duration took = budget.spent().minus(before);
            longest = took.compareTo(longest) > 0 ? took : longest;
            System.out.println(done + " fault schedules in " + budget.spent().toSeconds() + " s");
        }
        outcomes.forEach((key, n) -> System.out.println("fault," + key + "," + n));
        System.out.println("faults," + done + "," + failures.size() + ","
                + budget.spent().toSeconds() + "," + first + "," + opening.toSeconds());
        if (!failures.isEmpty()) {
            AssertionFailedError all = new AssertionFailedError(failures.size() + " schedules failed");
            failures.forEach(all::addSuppressed);
            throw all;
        }
    }

    /** So many schedules, those that can share a group behind each other: opening one takes longer than a schedule. */
    private void piece(long first, int schedules) {
        Map<FaultRunner.Setting, List<FaultSchedule>> bySetting = new LinkedHashMap<>();
        LongStream.range(first, first + schedules)
                .mapToObj(seed -> FaultSchedule.of(seed).onGpu())
                .forEach(schedule -> bySetting
                        .computeIfAbsent(FaultRunner.Setting.of(schedule), setting -> new ArrayList<>())
                        .add(schedule));
        bySetting.forEach(this::run);
    }

    /**
     * All schedules of one setting on one group, or on a new one behind a failure. One group at a time: streams of many
     * would share the GPU's queues, and a kernel might be queued behind one that waits for it.
     */
    private void run(FaultRunner.Setting setting, List<FaultSchedule> schedules) {
        int done = 0;
        while (done < schedules.size() && failures.size() < MOST_FAILURES) {
            long began = System.nanoTime();
            try (FaultRunner runner = FaultRunner.open(setting)) {
                opening = opening.plusNanos(System.nanoTime() - began);
                boolean usable = true;
                while (usable && done < schedules.size()) {
                    usable = succeeds(runner, schedules.get(done));
                    done++;
                }
                runner.outcomes().forEach((key, n) -> outcomes.merge(key, n, Integer::sum));
            }
        }
    }

    private boolean succeeds(FaultRunner runner, FaultSchedule schedule) {
        try {
            runner.run(schedule);
            return true;
        } catch (Exception | AssertionError failure) {
            String what = "with -Dnegzero.faults.seed=" + schedule.seed() + ": " + schedule;
            System.out.println("failed " + what + ": " + failure);
            failures.add(new AssertionError(what, failure));
            return false;
        }
    }
}
