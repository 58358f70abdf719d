package dev.negzero.samples.digits;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.negzero.samples.digits.Digits.Row;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScheduleTest {
    private static final List<Row> ROWS = Digits.load().train();

    @Test
    void everyEpochHoldsEveryRowOnce() {
        Schedule schedule = new Schedule(ROWS, 3, 1);
        List<List<Row>> batches = schedule.epoch(0);
        assertEquals(23, schedule.steps());
        assertEquals(23, batches.size());
        assertEquals(30, batches.get(22).size());
        List<Row> seen = batches.stream().flatMap(List::stream).toList();
        assertEquals(ROWS.size(), seen.size());
        assertEquals(new HashSet<>(ROWS), new HashSet<>(seen));
    }

    @Test
    void shardsMakeUpTheBatchInOrder() {
        for (int ranks = 2; ranks <= 8; ranks++) {
            Schedule schedule = new Schedule(ROWS, ranks, 1);
            for (List<Row> batch : schedule.epoch(0)) {
                List<Row> joined = new ArrayList<>();
                for (int rank = 0; rank < ranks; rank++) {
                    joined.addAll(schedule.shard(batch, rank));
                }
                assertEquals(batch, joined);
            }
        }
    }

    @Test
    void theOrderDependsOnSeedAndEpochOnly() {
        List<List<Row>> once = new Schedule(ROWS, 2, 9).epoch(3);
        assertEquals(once, new Schedule(ROWS, 5, 9).epoch(3));
        assertNotEquals(once, new Schedule(ROWS, 2, 9).epoch(4));
        assertNotEquals(once, new Schedule(ROWS, 2, 8).epoch(3));
    }
}
