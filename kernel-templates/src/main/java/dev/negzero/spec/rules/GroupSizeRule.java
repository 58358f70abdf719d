package dev.negzero.spec.rules;

import dev.negzero.plan.ControlLayout;
import dev.negzero.spec.CollectiveSpec;
import dev.negzero.spec.Finding;
import dev.negzero.spec.Place;
import dev.negzero.spec.Problem;
import java.util.List;

/** A group has 2 to {@link ControlLayout#MAX_RANKS} ranks. */
final class GroupSizeRule implements Rule {
    static final int LEAST = 2;

    static boolean holds(CollectiveSpec spec) {
        return spec.groupSize() >= LEAST && spec.groupSize() <= ControlLayout.MAX_RANKS;
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
                ControlLayout.MAX_RANKS));
    }
}
