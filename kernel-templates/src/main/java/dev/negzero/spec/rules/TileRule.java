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
 * SIGNAL works through a message in tiles of maxBytes. Where a tile has a part for each rank, because the input has a
 * segment for each or because each rank works on a chunk for all, a part must not round down to nothing. Looks only at
 * methods whose other values are legal.
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
        return method.isOne(TileRule::cutsTiles) && tiles && legal;
    }

    private static boolean cutsTiles(Operation operation) {
        return operation.segmentsInput() || operation.ways().inChunks();
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
