package dev.negzero.runtime.host;

import java.nio.ByteBuffer;

/**
 * SIGNAL, movement: in one stage each rank copies what goes to it from where it is; a broadcast in two stages copies a
 * chunk from the root and shares it with all.
 */
final class SignalMovement {
    private final DomainBytes domain;
    private final SignalTiles tiles;
    private final Segments segments;

    SignalMovement(DomainBytes domain, SignalTiles tiles, Segments segments) {
        this.domain = domain;
        this.tiles = tiles;
        this.segments = segments;
    }

    /** Runs one call in one stage. */
    void oneStage(Call call) {
        tiles.enter(call);
        while (tiles.next(call)) {
            tiles.stage(call);
            tiles.start(call);
            for (int from = 0; from < domain.size; from++) {
                int bytes = tiles.bytes(call, from, domain.rank);
                if (bytes > 0) {
                    copy(call, from, bytes);
                }
            }
            tiles.end(call);
        }
    }

    private void copy(Call call, int from, int bytes) {
        int to = call.outAt() + segments.outAt(call, from, domain.rank) + tiles.at();
        if (from == domain.rank) {
            call.copyOwn(tiles.sourceAt(from), to, bytes);
        } else {
            call.out().put(to, tiles.source(from), tiles.sourceAt(from), bytes);
        }
    }

    /** Runs one broadcast in two stages: the root's chunks reach most ranks by way of the others, each over its own link. */
    void broadcastTwoStage(Call call) {
        tiles.enter(call);
        while (tiles.next(call)) {
            boolean root = domain.rank == call.root();
            if (root) {
                tiles.stageAllBut(call, domain.rank);
            }
            tiles.start(call);
            fetch(call, root);
            tiles.end(call);
            if (!root) {
                tiles.collect(call);
            }
        }
    }

    /** Copies the own chunk from the root, and shares it with the ranks that neither have it nor fetch it. */
    private void fetch(Call call, boolean root) {
        int low = tiles.chunk(call, domain.rank);
        int bytes = tiles.chunk(call, domain.rank + 1) - low;
        ByteBuffer source = tiles.source(call.root());
        int at = tiles.sourceAt(call.root()) + low;
        if (!root) {
            call.out().put(call.outAt() + tiles.at() + low, source, at, bytes);
        }
        for (int peer = 0; peer < domain.size; peer++) {
            if (peer != domain.rank && peer != call.root()) {
                domain.region(peer).put(domain.results() + low, source, at, bytes);
            }
        }
    }
}
