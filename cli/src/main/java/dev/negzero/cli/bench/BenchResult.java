package dev.negzero.cli.bench;

import java.util.OptionalLong;

/**
 * One measured size.
 *
 * @param ranks of the group
 * @param bytes of each rank's message
 * @param count its elements
 * @param microseconds of one call on the slowest rank, median of repeats
 * @param wrong elements over all ranks whose bits aren't the expected ones; empty if not compared
 */
public record BenchResult(int ranks, long bytes, long count, double microseconds, OptionalLong wrong) {
    /** Message bytes per time, in GB/s of 10^9 bytes. */
    public double algorithmBandwidth() {
        return bytes / microseconds / 1e3;
    }

    /** What each rank's link must carry at least in an all-reduce, in GB/s: algorithm bandwidth times 2(n-1)/n. */
    public double busBandwidth() {
        return algorithmBandwidth() * 2 * (ranks - 1) / ranks;
    }
}
