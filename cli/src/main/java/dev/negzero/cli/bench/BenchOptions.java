package dev.negzero.cli.bench;

import dev.negzero.annotations.Protocol;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What to measure.
 *
 * @param engine {@code auto}, {@code host} or {@code cuda}
 * @param ranks 2..8
 * @param operation the collective
 * @param type of the elements
 * @param protocol AUTO for all operations but all-reduce
 * @param min bytes of the smallest message, at least one element
 * @param max bytes of the longest one, {@code min} or more; 0 for as much as the protocol carries, but at most 64 MiB
 * @param factor from one size to the next, 2 or more
 * @param iterations calls per timing; 0 for a number that falls with the size
 * @param graph calls that are captured together and replayed; 0 to make each call by itself
 * @param check whether results are compared with the expected ones
 */
public record BenchOptions(
        String engine,
        int ranks,
        BenchOperation operation,
        BenchType type,
        Protocol protocol,
        long min,
        long max,
        int factor,
        int iterations,
        int graph,
        boolean check) {
    private static final long DEFAULT_MAX = 64L << 20;
    /** Bytes that all calls of a timing move together, at least: by replays this takes some 10 ms on a GPU. */
    private static final long REPLAYED_BYTES = 4L << 30;

    private static final int MOST_GRAPH = 10_000;
    private static final long MOST_BYTES = 1L << 30;
    private static final List<String> ENGINES = List.of("auto", "host", "cuda");

    /**
     * Options.
     *
     * @throws IllegalArgumentException if one is out of range; the message starts with its name and says what it must be
     */
    public BenchOptions {
        require(ENGINES.contains(engine), "engine must be auto, host or cuda, found " + engine);
        require(ranks >= 2 && ranks <= 8, "ranks must be 2..8, found " + ranks);
        require(
                operation.hasProtocols() || protocol == Protocol.AUTO,
                "protocol can't be chosen for " + name(operation) + ", found " + name(protocol));
        require(min >= type.bytes(), "min must be at least " + type.bytes() + " bytes, found " + min);
        max = max == 0 ? Math.max(min, Math.min(DEFAULT_MAX, limit(protocol))) : max;
        require(max >= min, "max must be at least min, " + min + ", found " + max);
        require(
                max <= limit(protocol),
                "max must be at most " + limit(protocol) + " bytes by " + name(protocol) + ", found " + max);
        require(factor >= 2, "factor must be at least 2, found " + factor);
        require(iterations >= 0, "iters must be at least 0, found " + iterations);
        require(graph >= 0 && graph <= MOST_GRAPH, "graph must be 0.." + MOST_GRAPH + ", found " + graph);
    }

    private static void require(boolean right, String message) {
        if (!right) {
            throw new IllegalArgumentException(message);
        }
    }

    private static long limit(Protocol protocol) {
        return switch (protocol) {
            case LAMPORT -> BenchCalls.LAMPORT_BYTES;
            case MAILBOX -> BenchCalls.MAILBOX_BYTES;
            case AUTO, SIGNAL -> MOST_BYTES;
        };
    }

    /** An enum constant as users type it. */
    static String name(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /** Elements of each message, ascending; a single 0 for a barrier. */
    List<Long> counts() {
        if (!operation.hasData()) {
            return List.of(0L);
        }
        List<Long> counts = new ArrayList<>();
        for (long bytes = min; bytes <= max; bytes *= factor) {
            counts.add(Math.max(1, bytes / bytesOfOne()));
        }
        return counts;
    }

    /** Elements of the shortest message. */
    public long shortest() {
        return counts().get(0);
    }

    /** The same without graphs. */
    BenchOptions oneByOne() {
        return new BenchOptions(engine, ranks, operation, type, protocol, min, max, factor, iterations, 0, check);
    }

    /** Bytes of a message whose count is 1. */
    long bytesOfOne() {
        return (long) type.bytes() * operation.segments(ranks);
    }

    /** Calls that are issued together. */
    int callsEach() {
        return Math.max(1, graph);
    }

    /**
     * How often a timing issues that many calls: so often that it is long against the clock, and so seldom that long
     * messages end soon. Replays cost the host little, so there can be more of them.
     */
    public int rounds(long bytes) {
        long calls = iterations;
        if (calls == 0) {
            calls = graph == 0
                    ? Math.max(5, Math.min(5000, DEFAULT_MAX / Math.max(1, bytes)))
                    : Math.max(50, Math.min(10_000, REPLAYED_BYTES / Math.max(1, bytes)));
        }
        return (int) ((calls + callsEach() - 1) / callsEach());
    }
}
