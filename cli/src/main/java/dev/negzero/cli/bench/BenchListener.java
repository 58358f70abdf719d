package dev.negzero.cli.bench;

/** Hears of results as they come. */
public interface BenchListener {
    /**
     * The group is open.
     *
     * @param engine name of the engine that runs it
     */
    void opened(String engine);

    /** A size is done. */
    void measured(BenchResult result);
}
