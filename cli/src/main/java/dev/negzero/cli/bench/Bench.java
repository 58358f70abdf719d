package dev.negzero.cli.bench;

import dev.negzero.runtime.BF16;
import dev.negzero.runtime.Element;
import dev.negzero.runtime.F16;
import dev.negzero.runtime.F32;
import dev.negzero.runtime.Group;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Measures one collective over a range of sizes. Each rank makes many calls in a row, or replays, and then synchronises; the slowest
 * rank's time counts, and the median of repeats is the result.
 */
public final class Bench {
    static final int REPEATS = 5;

    private static final String ENGINE = "negzero.engine";

    private final BenchOptions options;
    private final Group group;
    private final BenchListener listener;

    private Bench(BenchOptions options, Group group, BenchListener listener) {
        this.options = options;
        this.group = group;
        this.listener = listener;
    }

    /**
     * Measures.
     *
     * @throws dev.negzero.runtime.LoadingException NZ809 if the engine isn't there; NZ813, NZ838 if memory doesn't suffice
     */
    public static void run(BenchOptions options, BenchListener listener) {
        try (Group group = open(options)) {
            listener.opened(group.engine());
            Bench bench = new Bench(options, group, listener);
            switch (options.type()) {
                case F32 -> bench.measure(F32.class, BenchInterfaces.OF_F32);
                case BF16 -> bench.measure(BF16.class, BenchInterfaces.OF_BF16);
                case F16 -> bench.measure(F16.class, BenchInterfaces.OF_F16);
            }
        }
    }

    /** The runtime reads the engine's name from a property; whatever it was is put back. */
    private static Group open(BenchOptions options) {
        if (options.engine().equals("auto")) {
            return Group.open(options.ranks());
        }
        String before = System.getProperty(ENGINE);
        System.setProperty(ENGINE, options.engine());
        try {
            return Group.open(options.ranks());
        } finally {
            if (before == null) {
                System.clearProperty(ENGINE);
            } else {
                System.setProperty(ENGINE, before);
            }
        }
    }

    private <T extends Element> void measure(Class<T> element, List<Class<? extends BenchCalls<T>>> interfaces) {
        List<Long> counts = options.counts();
        long most = Math.max(1, counts.get(counts.size() - 1));
        Class<? extends BenchCalls<T>> type = interfaces.get(options.ranks() - 2);
        ConcurrentMap<Integer, BenchLane<T>> lanes = new ConcurrentHashMap<>();
        group.run(rank -> {
            BenchLane<T> lane = BenchLane.open(rank, type, element, options.operation(), most);
            lane.fill();
            lanes.put(rank.index(), lane);
            // By single calls, also in front of graphs: a graph of its own would have the first place.
            lane.warmUp(options, counts.get(0));
        });
        for (long count : counts) {
            listener.measured(measure(lanes, count));
        }
    }

    private <T extends Element> BenchResult measure(ConcurrentMap<Integer, BenchLane<T>> lanes, long count) {
        long bytes = count * options.bytesOfOne();
        long[][] nanos = new long[options.ranks()][];
        long[] wrong = new long[options.ranks()];
        group.run(rank -> {
            BenchLane<T> lane = BenchLane.of(lanes, rank);
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
