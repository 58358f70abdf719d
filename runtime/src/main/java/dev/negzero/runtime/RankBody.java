package dev.negzero.runtime;

/** What {@link Group#run} runs, once for each rank, each on a thread of its own. */
@FunctionalInterface
public interface RankBody {
    /**
     * The body of one rank.
     *
     * @param rank the rank; calls made on it from this thread run at once, without a hand-off
     * @throws Exception anything; the other ranks are then aborted
     */
    void run(Rank rank) throws Exception;
}
