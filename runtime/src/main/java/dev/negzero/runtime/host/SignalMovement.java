package dev.negzero.runtime.host;

import java.nio.ByteBuffer;

/**
 * SIGNAL, movement: in one stage each rank takes out of its inbox what has come for it; a broadcast in two stages brings a
 * chunk from the root to each rank, which shares it with all.
 */
final class SignalMovement {
    private final DomainBytes domain;
    private final SignalTiles tiles;
    private final Segments segments;
    private final SignalTiles.Work take = (call, kernel, tile) -> take(call, tile);
    private final SignalTiles.Work relay = (call, kernel, tile) -> relay(call, tile);

    SignalMovement(DomainBytes domain, SignalTiles tiles, Segments segments) {
        this.domain = domain;
        this.tiles = tiles;
        this.segments = segments;
    }

    /** Runs one call in one stage. */
    void oneStage(Call call, Kernel kernel) {
        tiles.oneStage(call, kernel, take);
    }

    /** Runs one broadcast in two stages: the root's chunks reach most ranks by way of the others, each over its own link. */
    void broadcastTwoStage(Call call, Kernel kernel) {
        tiles.twoStage(call, kernel, relay);
    }

    private void take(Call call, SignalTiles.Tile tile) {
        for (int from = 0; from < domain.size; from++) {
            int bytes = tiles.bytes(call, tile, from, domain.rank);
            int to = call.outAt() + segments.outAt(call, from, domain.rank) + tile.at;
            if (bytes > 0 && from == domain.rank) {
                call.copyOwn(call.inAt() + segments.inAt(call, from, from) + tile.at, to, bytes);
            } else if (bytes > 0) {
                call.out().put(to, domain.own, tiles.part(call, tile, from), bytes);
            }
        }
    }

    /** Writes the own chunk, unless this is the root, and shares it with the ranks that neither have it nor were sent it. */
    private void relay(Call call, SignalTiles.Tile tile) {
        boolean root = domain.rank == call.root();
        int low = tiles.chunk(call, tile, domain.rank);
        int bytes = tiles.chunk(call, tile, domain.rank + 1) - low;
        ByteBuffer source = root ? call.in() : domain.own;
        int at = root ? call.inAt() + tile.at + low : tiles.chunkPart(call, tile, call.root());
        if (!root) {
            call.out().put(call.outAt() + tile.at + low, source, at, bytes);
        }
        for (int peer = 0; peer < domain.size; peer++) {
            if (peer != domain.rank && peer != call.root()) {
                domain.region(peer).put(tiles.results(call, tile) + low, source, at, bytes);
            }
        }
    }
}
