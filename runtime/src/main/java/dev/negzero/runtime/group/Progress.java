package dev.negzero.runtime.group;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * How far a rank has come with collective steps. Its peers have come as far, unless a step failed: then some ranks may have
 * counted it and others not, and the next step would wait for somebody who has passed it already.
 *
 * @param step of the {@link Rendezvous}; modular, as it may wrap
 * @param region number of the next collective allocation
 * @param split number of the next split
 */
public record Progress(int step, int region, int split) {
    /** A rank of a group or of a subgroup, as far as it counts steps. */
    public interface Counting {
        /** The same object for all ranks of one group, another one for each other group. */
        Object circle();

        /** How far the rank has come. */
        Progress progress();

        /** Goes on from there. */
        void resume(Progress progress);
    }

    private Progress later(Progress other) {
        return new Progress(
                other.step - step > 0 ? other.step : step,
                Math.max(region, other.region),
                Math.max(split, other.split));
    }

    /** Brings the ranks of each group to where the furthest of them is. No rank is inside a step. */
    public static void align(List<? extends Counting> ranks) {
        Map<Object, List<Counting>> groups = new IdentityHashMap<>();
        ranks.forEach(rank -> groups.computeIfAbsent(rank.circle(), circle -> new ArrayList<>())
                .add(rank));
        for (List<Counting> group : groups.values()) {
            Progress furthest = group.stream()
                    .map(Counting::progress)
                    .reduce(Progress::later)
                    .orElseThrow();
            group.forEach(rank -> rank.resume(furthest));
        }
    }
}
