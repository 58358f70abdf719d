package dev.negzero.samples.digits;

import dev.negzero.samples.digits.Digits.Row;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Which rows each rank sees in which step: a function of the seed alone, so ranks agree on it without a message.
 *
 * @param rows rows to learn from
 * @param ranks ranks that share each batch
 * @param seed of the order of the rows
 */
public record Schedule(List<Row> rows, int ranks, long seed) {
    /** Rows of a full batch over all ranks. */
    public static final int BATCH = 64;

    /** Takes a copy of the rows. */
    public Schedule {
        rows = List.copyOf(rows);
    }

    /** Steps of an epoch; the last batch may be short. */
    public int steps() {
        return (rows.size() + BATCH - 1) / BATCH;
    }

    /**
     * The batches of an epoch.
     *
     * @param epoch from 0
     * @return {@link #steps()} batches, which together hold every row once
     */
    public List<List<Row>> epoch(int epoch) {
        List<Row> order = new ArrayList<>(rows);
        Collections.shuffle(order, new Random(31 * seed + epoch));
        List<List<Row>> batches = new ArrayList<>();
        for (int from = 0; from < order.size(); from += BATCH) {
            batches.add(order.subList(from, Math.min(from + BATCH, order.size())));
        }
        return batches;
    }

    /**
     * A rank's part of a batch.
     *
     * @param batch one of {@link #epoch}
     * @param rank from 0
     * @return its rows; the shards of all ranks together are the batch, in order
     */
    public List<Row> shard(List<Row> batch, int rank) {
        return batch.subList(batch.size() * rank / ranks, batch.size() * (rank + 1) / ranks);
    }
}
