package dev.negzero.runtime.host;

import dev.negzero.runtime.numeric.Reduction;
import java.nio.ByteBuffer;

/** SIGNAL, reductions: in one stage each rank reduces what it gets, in two its chunk of the message for all. */
final class SignalReduction {
    private final DomainBytes domain;
    private final SignalTiles tiles;

    SignalReduction(DomainBytes domain, SignalTiles tiles) {
        this.domain = domain;
        this.tiles = tiles;
    }

    /** Runs one call in one stage. */
    void oneStage(Call call, Kernel kernel) {
        tiles.enter(call);
        while (tiles.next(call)) {
            tiles.stage(call);
            tiles.start(call);
            if (Segments.reducesTo(call, domain.rank)) {
                reduce(call, kernel.reduction(), 0, tiles.bytes(), false);
            }
            tiles.end(call);
        }
    }

    /** Runs one call in two stages. */
    void twoStage(Call call, Kernel kernel) {
        tiles.enter(call);
        while (tiles.next(call)) {
            tiles.stageAllBut(call, domain.rank);
            tiles.start(call);
            int low = tiles.chunk(call, domain.rank);
            int high = tiles.chunk(call, domain.rank + 1);
            reduce(call, kernel.reduction(), low, high, true);
            tiles.end(call);
            tiles.collect(call);
        }
    }

    private void reduce(Call call, Reduction reduction, int low, int high, boolean share) {
        int elementBytes = call.elementBytes();
        int step = reduction.capacity() * elementBytes;
        for (int at = low; at < high; at += step) {
            int bytes = Math.min(step, high - at);
            int elements = bytes / elementBytes;
            reduction.first(tiles.source(0), tiles.sourceAt(0) + at, elements);
            for (int peer = 1; peer < domain.size; peer++) {
                reduction.next(tiles.source(peer), tiles.sourceAt(peer) + at, elements);
            }
            int to = call.outAt() + tiles.at() + at;
            reduction.finish(call.out(), to, elements);
            if (share) {
                share(call.out(), to, at, bytes);
            }
        }
    }

    private void share(ByteBuffer from, int fromAt, int at, int bytes) {
        for (int peer = 0; peer < domain.size; peer++) {
            if (peer != domain.rank) {
                domain.region(peer).put(domain.results() + at, from, fromAt, bytes);
            }
        }
    }
}
