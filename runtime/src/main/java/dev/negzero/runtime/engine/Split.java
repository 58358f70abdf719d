package dev.negzero.runtime.engine;

import java.util.List;
import java.util.stream.IntStream;

/**
 * One rank's place in a subgroup of its group.
 *
 * @param number of the split, the same on all ranks
 * @param port the rank's side of the subgroup; calls keep their order with those of the port that was split
 * @param members ranks of the group that was split, in the order of their numbers in the subgroup
 * @param closing gives back what the subgroup has of this rank's own; idempotent
 */
public record Split(int number, RankPort port, List<Integer> members, Runnable closing) {
    public Split {
        members = List.copyOf(members);
    }

    /** The ranks that brought the same colour as rank {@code rank}, in order. */
    public static List<Integer> members(long[] colors, int rank) {
        return IntStream.range(0, colors.length)
                .filter(other -> colors[other] == colors[rank])
                .boxed()
                .toList();
    }
}
