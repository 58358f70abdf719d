package dev.negzero.cli.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.negzero.annotations.Protocol;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** The arithmetic of the columns. */
class BenchResultTest {
    private static BenchOptions options(long min, long max, int factor, int iterations) {
        return options(min, max, factor, iterations, 0);
    }

    private static BenchOptions options(long min, long max, int factor, int iterations, int graph) {
        return new BenchOptions(
                "host",
                2,
                BenchOperation.ALL_REDUCE,
                BenchType.F32,
                Protocol.AUTO,
                min,
                max,
                factor,
                iterations,
                graph,
                false);
    }

    @Test
    void busBandwidthIsTwiceTheShareOfTheOthers() {
        BenchResult result = new BenchResult(2_000_000, 500_000, 1000, 1.75, OptionalLong.empty());
        assertEquals(2.0, result.algorithmBandwidth());
        assertEquals(3.5, result.busBandwidth());
        assertEquals(1.0, BenchOperation.ALL_REDUCE.busFactor(2));
        assertEquals(1.75, BenchOperation.ALL_REDUCE.busFactor(8));
        assertEquals(0, BenchOperation.BARRIER.busFactor(8));
        assertEquals(0.875, BenchOperation.ALL_GATHER.busFactor(8));
        assertEquals(1, BenchOperation.BROADCAST.busFactor(8));
    }

    @Test
    void theSlowestRankCountsAndTheMedianOfRepeats() {
        assertEquals(20, BenchLanes.median(new long[][] {{10, 900, 20}, {15, 1, 7}}));
    }

    @Test
    void sizesAreWholeElementsUpToTheLongest() {
        assertEquals(List.of(2L, 7L, 22L), options(10, 100, 3, 0).counts());
        assertEquals(List.of(2L), options(8, 8, 2, 0).counts());
    }

    @Test
    void callsFallWithTheSize() {
        assertEquals(5000, options(8, 8, 2, 0).rounds(8));
        assertEquals(64, options(8, 8, 2, 0).rounds(1 << 20));
        assertEquals(5, options(8, 8, 2, 0).rounds(1 << 30));
        assertEquals(7, options(8, 8, 2, 7).rounds(1 << 30));
        assertEquals(1, options(8, 8, 2, 7).callsEach());
    }

    @Test
    void replaysAreCountedInWholes() {
        assertEquals(200, options(8, 8, 2, 0, 50).rounds(8));
        assertEquals(50, options(8, 8, 2, 0, 50).callsEach());
        assertEquals(1, options(8, 8, 2, 0, 50).rounds(1 << 30));
        assertEquals(3, options(8, 8, 2, 101, 50).rounds(8));
    }

    /** What is called right must be the sum: of inputs that differ between ranks and elements. */
    @Test
    void expectedSums() {
        assertEquals(-8 + 5, BenchOperation.ALL_REDUCE.expected(2, 1, 9, 0));
        assertEquals(-1 + -5, BenchOperation.ALL_REDUCE.expected(2, 0, 9, 1));
    }
}
