package dev.negzero.spec.rules;

import dev.negzero.spec.CollectiveSpec;
import dev.negzero.spec.Finding;
import dev.negzero.spec.MethodSpec;
import dev.negzero.spec.Operation;
import dev.negzero.spec.Place;
import dev.negzero.spec.Problem;
import java.util.ArrayList;
import java.util.List;

/** maxBytes holds at least one pack of the widest kind, and offsets stay far from overflow. */
final class MaxBytesRule implements Rule {
    static final long LEAST = 16;
    static final long MOST = 1L << 30;

    @Override
    public List<Finding> check(CollectiveSpec spec) {
        List<Finding> findings = new ArrayList<>();
        if (!holds(spec.maxBytes())) {
            findings.add(finding(Place.collective("maxBytes"), spec.maxBytes()));
        }
        for (MethodSpec method : spec.methods()) {
            boolean own = method.isOne(Operation::hasData) && method.written().contains("maxBytes");
            if (own && !holds(method.maxBytes())) {
                findings.add(finding(Place.operation(method, "maxBytes"), method.maxBytes()));
            }
        }
        return findings;
    }

    private static boolean holds(long maxBytes) {
        return maxBytes >= LEAST && maxBytes <= MOST;
    }

    private static Finding finding(Place place, long maxBytes) {
        return Finding.of(Problem.MAX_BYTES, place, "maxBytes", maxBytes, "least", LEAST, "most", MOST);
    }
}
