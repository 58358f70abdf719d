package dev.negzero.spec.rules;

import dev.negzero.annotations.Protocol;
import dev.negzero.spec.CollectiveSpec;
import dev.negzero.spec.Finding;
import dev.negzero.spec.MethodSpec;
import dev.negzero.spec.Operation;
import dev.negzero.spec.Place;
import dev.negzero.spec.Problem;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * SIGNAL works through a message in tiles of maxBytes, rounded down to whole packs for every rank; a tile must not round
 * down to nothing. Looks only at methods whose other values are legal.
 */
final class TileRule implements Rule {
    @Override
    public List<Finding> check(CollectiveSpec spec) {
        Map<Place, Finding> findings = new LinkedHashMap<>();
        for (MethodSpec method : spec.methods()) {
            long least = spec.groupSize() * method.packBytes();
            if (applies(spec, method) && method.maxBytes() < least) {
                Place place = method.written().contains("maxBytes")
                        ? Place.operation(method, "maxBytes")
                        : Place.collective("maxBytes");
                findings.putIfAbsent(place, finding(spec, method, place, least));
            }
        }
        return List.copyOf(findings.values());
    }

    private static boolean applies(CollectiveSpec spec, MethodSpec method) {
        boolean tiles = method.protocol() == Protocol.AUTO || method.protocol() == Protocol.SIGNAL;
        boolean legal = GroupSizeRule.holds(spec)
                && PackBytesRule.holds(method.packBytes())
                && MaxBytesRule.holds(method.maxBytes());
        return method.is(Operation.ALL_REDUCE) && tiles && legal;
    }

    private static Finding finding(CollectiveSpec spec, MethodSpec method, Place place, long least) {
        return Finding.of(
                Problem.MAX_BYTES_TILE,
                place,
                "maxBytes",
                method.maxBytes(),
                "groupSize",
                spec.groupSize(),
                "packBytes",
                method.packBytes(),
                "least",
                least);
    }
}
