package dev.negzero.runtime;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Random faults on random ranks in random calls of every operation: every rank is told in time, nothing wrong is handed out, and a reset
 * brings the group back. {@code -Dnegzero.fault.schedules=} runs more of them, {@code -Dnegzero.fault.seed=} runs one
 * again.
 */
class FaultSchedulesTest {
    private static final int SAMPLE = 250;

    @Test
    @Timeout(600)
    void everyRankIsToldAndTheGroupComesBack() {
        String one = System.getProperty("negzero.fault.seed");
        int schedules = one != null ? 1 : Integer.getInteger("negzero.fault.schedules", SAMPLE);
        long first = one != null ? Long.parseLong(one) : System.nanoTime();
        System.out.println("fault schedules of seeds " + first + " and " + (schedules - 1) + " more");
        Map<FaultRunner.Setting, FaultRunner> runners = new HashMap<>();
        try {
            for (int i = 0; i < schedules; i++) {
                FaultSchedule schedule = FaultSchedule.of(first + i);
                try {
                    runners.computeIfAbsent(FaultRunner.Setting.of(schedule), FaultRunner::open)
                            .run(schedule);
                } catch (Exception | AssertionError failure) {
                    throw new AssertionError("with -Dnegzero.fault.seed=" + schedule.seed() + ": " + schedule, failure);
                }
            }
        } finally {
            runners.values().forEach(FaultRunner::close);
        }
        Map<String, Integer> outcomes = new TreeMap<>();
        runners.values().forEach(runner -> runner.outcomes().forEach((key, n) -> outcomes.merge(key, n, Integer::sum)));
        outcomes.forEach((key, n) -> System.out.println("fault," + key + "," + n));
    }
}
