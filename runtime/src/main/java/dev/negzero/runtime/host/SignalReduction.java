package dev.negzero.runtime.host;

import dev.negzero.runtime.numeric.Reduction;
import java.nio.ByteBuffer;

/** SIGNAL, reductions: in one stage each rank reduces what it gets, in two its chunk of the message for all. */
final class SignalReduction {
    private final DomainBytes domain;
    private final SignalTiles tiles;
    private final Segments segments;
    private final SignalTiles.Work whole = this::reduceTile;
    private final SignalTiles.Work chunk = this::reduceChunk;

    SignalReduction(DomainBytes domain, SignalTiles tiles, Segments segments) {
        this.domain = domain;
        this.tiles = tiles;
        this.segments = segments;
    }

    /** Runs one call in one stage. */
    void oneStage(Call call, Kernel kernel) {
        tiles.oneStage(call, kernel, whole);
    }

    /** Runs one call in two stages. */
    void twoStage(Call call, Kernel kernel) {
        tiles.twoStage(call, kernel, chunk);
    }

    private void reduceTile(Call call, Kernel kernel, SignalTiles.Tile tile) {
        if (Segments.reducesTo(call, domain.rank)) {
            int own = call.inAt() + segments.inAt(call, domain.rank, domain.rank) + tile.at;
            int stride = tiles.part(call, tile, 1) - tiles.part(call, tile, 0);
            reduce(call, kernel.reduction(), own, tiles.part(call, tile, 0), stride, tile.bytes, tile.at);
        }
    }

    private void reduceChunk(Call call, Kernel kernel, SignalTiles.Tile tile) {
        int low = tiles.chunk(call, tile, domain.rank);
        int bytes = tiles.chunk(call, tile, domain.rank + 1) - low;
        int first = tiles.chunkPart(call, tile, 0);
        int stride = tiles.chunkPart(call, tile, 1) - first;
        reduce(call, kernel.reduction(), call.inAt() + tile.at + low, first, stride, bytes, tile.at + low);
        for (int peer = 0; peer < domain.size; peer++) {
            if (peer != domain.rank) {
                int to = tiles.results(call, tile) + low;
                domain.region(peer).put(to, call.out(), call.outAt() + tile.at + low, bytes);
            }
        }
    }

    /**
     * Reduces what peers have pushed with the own elements.
     *
     * @param own place of the own ones in the input
     * @param first place of rank 0's in the inbox, @param stride from a rank's to the next one's
     * @param to place of the results, from where the call's output starts
     */
    private void reduce(Call call, Reduction reduction, int own, int first, int stride, int length, int to) {
        int elementBytes = call.elementBytes();
        int step = reduction.capacity() * elementBytes;
        for (int at = 0; at < length; at += step) {
            int elements = Math.min(step, length - at) / elementBytes;
            for (int rank = 0; rank < domain.size; rank++) {
                ByteBuffer source = rank == domain.rank ? call.in() : domain.own;
                int from = rank == domain.rank ? own : first + rank * stride;
                if (rank == 0) {
                    reduction.first(source, from + at, elements);
                } else {
                    reduction.next(source, from + at, elements);
                }
            }
            reduction.finish(call.out(), call.outAt() + to + at, elements);
        }
    }
}
