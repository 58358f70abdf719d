package dev.negzero.cli.bench;

import dev.negzero.runtime.Element;
import dev.negzero.runtime.Group;
import dev.negzero.runtime.Rank;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * One collective on all ranks of a group, opened and warm. Each rank makes many calls in a row, or replays, and then
 * synchronises; the slowest rank's time counts, and the median of repeats is the result.
 *
 * @param <T> element type
 */
public final class BenchLanes<T extends Element> {
    static final int REPEATS = 5;

    private final Group group;
    private final BenchOptions options;
    private final Map<Integer, BenchLane<T>> lanes = new ConcurrentHashMap<>();

    private BenchLanes(Group group, BenchOptions options) {
        this.group = group;
        this.options = options;
    }

    /**
     * Opens a collective on all ranks, with buffers for the longest message, and makes calls of the shortest.
     *
     * @param calls opens what a rank calls; every rank does so on its own thread
     */
    public static <T extends Element> BenchLanes<T> open(
            Group group, BenchOptions options, Class<T> element, Function<Rank, BenchCalls<T>> calls) {
        BenchLanes<T> all = new BenchLanes<>(group, options);
        long most = options.counts().get(options.counts().size() - 1);
        group.run(rank -> {
            BenchLane<T> lane =
                    BenchLane.open(rank, calls.apply(rank), element, options.operation(), Math.max(1, most));
            lane.fill();
            all.lanes.put(rank.index(), lane);
        });
        // When all have their buffers: allocating may wait for kernels, and these wait for the allocating rank.
        // By single calls, also in front of graphs: a graph of its own would have the first place.
        group.run(rank -> all.lane(rank).warmUp(options, options.shortest()));
        return all;
    }

    private BenchLane<T> lane(Rank rank) {
        return Objects.requireNonNull(lanes.get(rank.index()));
    }

    /** Measures calls with {@code count}, one of the options' counts. */
    public BenchResult measure(long count) {
        long bytes = count * options.bytesOfOne();
        long[][] nanos = new long[options.ranks()][];
        long[] wrong = new long[options.ranks()];
        group.run(rank -> {
            BenchLane<T> lane = lane(rank);
            if (options.check()) {
                lane.poison(count);
            }
            nanos[rank.index()] = lane.time(options, count);
            wrong[rank.index()] = options.check() ? lane.wrong(count) : 0;
        });
        OptionalLong compared =
                options.check() ? OptionalLong.of(Arrays.stream(wrong).sum()) : OptionalLong.empty();
        double calls = (double) options.rounds(bytes) * options.callsEach();
        double busFactor = options.operation().busFactor(options.ranks());
        return new BenchResult(bytes, count, median(nanos) / 1e3 / calls, busFactor, compared);
    }

    /** Median over repeats of the slowest rank's time. */
    static double median(long[][] nanosByRank) {
        long[] slowest = new long[nanosByRank[0].length];
        for (long[] nanos : nanosByRank) {
            for (int repeat = 0; repeat < slowest.length; repeat++) {
                slowest[repeat] = Math.max(slowest[repeat], nanos[repeat]);
            }
        }
        Arrays.sort(slowest);
        return slowest[slowest.length / 2];
    }
}
