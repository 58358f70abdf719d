package dev.negzero.cli.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.negzero.annotations.Protocol;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** The arithmetic of the columns. */
class BenchResultTest {
    private static BenchOptions options(long min, long max, int factor, int iterations) {
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
                false);
    }

    @Test
    void busBandwidthIsTwiceTheShareOfTheOthers() {
        BenchResult two = new BenchResult(2, 2_000_000, 500_000, 1000, OptionalLong.empty());
        assertEquals(2.0, two.algorithmBandwidth());
        assertEquals(2.0, two.busBandwidth());
        assertEquals(3.5, new BenchResult(8, 2_000_000, 1, 1000, OptionalLong.empty()).busBandwidth());
    }

    @Test
    void theSlowestRankCountsAndTheMedianOfRepeats() {
        assertEquals(20, Bench.median(new long[][] {{10, 900, 20}, {15, 1, 7}}));
    }

    @Test
    void sizesAreWholeElementsUpToTheLongest() {
        assertEquals(List.of(2L, 7L, 22L), options(10, 100, 3, 0).counts());
        assertEquals(List.of(2L), options(8, 8, 2, 0).counts());
    }

    @Test
    void callsFallWithTheSize() {
        assertEquals(5000, options(8, 8, 2, 0).calls(8));
        assertEquals(64, options(8, 8, 2, 0).calls(1 << 20));
        assertEquals(5, options(8, 8, 2, 0).calls(1 << 30));
        assertEquals(7, options(8, 8, 2, 7).calls(1 << 30));
    }
}
