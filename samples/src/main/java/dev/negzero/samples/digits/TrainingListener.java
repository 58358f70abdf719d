package dev.negzero.samples.digits;

/** Watches a training; told of steps and epochs on rank 0's thread. */
public interface TrainingListener {
    /**
     * The group is open.
     *
     * @param engine what its ranks run on
     */
    void open(String engine);

    /**
     * A step is done.
     *
     * @param epoch from 1
     * @param step steps of this epoch that are done
     * @param steps steps of an epoch
     */
    void step(int epoch, int step, int steps);

    /** An epoch is done. */
    void epoch(EpochReport report);
}
