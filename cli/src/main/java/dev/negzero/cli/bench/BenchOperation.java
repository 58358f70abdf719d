package dev.negzero.cli.bench;

/** Collectives that can be measured. */
public enum BenchOperation {
    /** Every rank gets the sum over all ranks. */
    ALL_REDUCE,
    /** Every rank waits for all ranks. */
    BARRIER
}
