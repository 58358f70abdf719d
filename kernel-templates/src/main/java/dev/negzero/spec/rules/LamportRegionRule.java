package dev.negzero.spec.rules;

import dev.negzero.annotations.Protocol;
import dev.negzero.spec.CollectiveSpec;
import dev.negzero.spec.Finding;
import dev.negzero.spec.MethodSpec;
import dev.negzero.spec.Place;
import dev.negzero.spec.Problem;
import java.util.Comparator;
import java.util.List;

/**
 * Warns of a Lamport region that is larger than a user may expect. It is shared, so only the method that makes it so large
 * is named.
 */
final class LamportRegionRule implements Rule {
    /** Bytes a rank that pass without a warning. */
    static final long QUIET = 64L << 20;

    /** Slots of maxBytes for each rank. */
    static final int GENERATIONS = 3;

    @Override
    public List<Finding> check(CollectiveSpec spec) {
        return spec.methods().stream()
                .filter(method -> method.protocol() == Protocol.LAMPORT
                        && method.dtype().isFloat()
                        && MaxBytesRule.holds(method.maxBytes()))
                .max(Comparator.comparingLong(MethodSpec::maxBytes))
                .filter(method -> GroupSizeRule.holds(spec) && region(spec, method) > QUIET)
                .map(method -> finding(spec, method))
                .map(List::of)
                .orElse(List.of());
    }

    private static long region(CollectiveSpec spec, MethodSpec method) {
        return (long) GENERATIONS * spec.groupSize() * method.maxBytes();
    }

    private static Finding finding(CollectiveSpec spec, MethodSpec method) {
        return Finding.of(
                Problem.LAMPORT_REGION,
                Place.operation(method, "protocol"),
                "region",
                (region(spec, method) + (1 << 20) - 1) >> 20);
    }
}
