package dev.negzero.cli.bench;

import java.util.OptionalLong;

/**
 * One measured size.
 *
 * @param bytes of each rank's message
 * @param count its elements
 * @param microseconds of one call on the slowest rank, median of repeats
 * @param busFactor bus bandwidth over algorithm bandwidth
 * @param wrong elements over all ranks whose bits aren't the expected ones; empty if not compared
 */
public record BenchResult(long bytes, long count, double microseconds, double busFactor, OptionalLong wrong) {
    /** Message bytes per time, in GB/s of 10^9 bytes. */
    public double algorithmBandwidth() {
        return bytes / microseconds / 1e3;
    }

    /** What each rank's link must carry at least, in GB/s. */
    public double busBandwidth() {
        return algorithmBandwidth() * busFactor;
    }
}
