package dev.negzero.runtime;

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
 * -Dnegzero.faults.schedules=} sets the number of schedules, {@code -Dnegzero.faults.seed=} runs one again.
 */
@Tag("gpu")
@Timeout(1200)
public class FaultSchedulesGpuTest {
    private static final int SAMPLE = 100;
    /** Then something is wrong with more than a few schedules. */
    private static final int MOST_FAILURES = 5;

    private final Map<String, Integer> outcomes = new TreeMap<>();
    private final List<AssertionError> failures = new ArrayList<>();

    @BeforeAll
    static void needsAGpu() {
        GpuGroups.require();
    }

    @Test
    void everyRankIsToldAndTheGroupComesBack() {
        Long one = Long.getLong("negzero.faults.seed");
        int schedules = one != null ? 1 : Integer.getInteger("negzero.faults.schedules", SAMPLE);
        long first = one != null ? one : System.nanoTime();
        System.out.println("fault schedules of seeds " + first + " and " + (schedules - 1) + " more");
        long began = System.nanoTime();
        Map<FaultRunner.Setting, List<FaultSchedule>> bySetting = new LinkedHashMap<>();
        LongStream.range(first, first + schedules)
                .mapToObj(seed -> FaultSchedule.of(seed).onGpu())
                .forEach(schedule -> bySetting
                        .computeIfAbsent(FaultRunner.Setting.of(schedule), setting -> new ArrayList<>())
                        .add(schedule));
        bySetting.forEach(this::run);
        outcomes.forEach((key, n) -> System.out.println("fault," + key + "," + n));
        System.out.println("faults," + schedules + "," + failures.size() + ","
                + (System.nanoTime() - began) / 1_000_000_000 + "," + first);
        if (!failures.isEmpty()) {
            AssertionFailedError all = new AssertionFailedError(failures.size() + " schedules failed");
            failures.forEach(all::addSuppressed);
            throw all;
        }
    }

    /**
     * All schedules of one setting on one group, or on a new one behind a failure. One group at a time: streams of many
     * would share the GPU's queues, and a kernel might be queued behind one that waits for it.
     */
    private void run(FaultRunner.Setting setting, List<FaultSchedule> schedules) {
        int done = 0;
        while (done < schedules.size() && failures.size() < MOST_FAILURES) {
            try (FaultRunner runner = FaultRunner.open(setting)) {
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
