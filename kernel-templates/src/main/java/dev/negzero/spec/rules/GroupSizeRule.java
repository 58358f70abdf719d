package dev.negzero.spec.rules;

import dev.negzero.spec.CollectiveSpec;
import dev.negzero.spec.Finding;
import dev.negzero.spec.Place;
import dev.negzero.spec.Problem;
import java.util.List;

/** A group has 2 to 16 ranks. */
final class GroupSizeRule implements Rule {
    static final int LEAST = 2;

    /** What the control region has room for. */
    static final int MOST = 16;

    static boolean holds(CollectiveSpec spec) {
        return spec.groupSize() >= LEAST && spec.groupSize() <= MOST;
    }

    @Override
    public List<Finding> check(CollectiveSpec spec) {
        if (holds(spec)) {
            return List.of();
        }
        return List.of(Finding.of(
                Problem.GROUP_SIZE,
                Place.collective("groupSize"),
                "groupSize",
                spec.groupSize(),
                "least",
                LEAST,
                "most",
                MOST));
    }
}
