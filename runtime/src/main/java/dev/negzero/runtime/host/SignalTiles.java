package dev.negzero.runtime.host;

import dev.negzero.plan.Algorithm;
import dev.negzero.plan.FaultSite;
import dev.negzero.runtime.engine.Probe;
import dev.negzero.runtime.signal.Words;
import java.nio.ByteBuffer;

/**
 * SIGNAL: the tiles that a call is worked through in, the pushes into the peers' inboxes, and the barrier behind which a
 * tile has arrived. As signal_call.cuh and two_stage.cuh, which say why one barrier a tile is enough.
 *
 * <p>Between the barriers' acquire and release all accesses are plain: nobody else touches what is read or stored.
 */
final class SignalTiles {
    /** One tile of a call; mutable, as calls make no garbage. */
    static final class Tile {
        private long pack;
        private long packs;
        private int slot;
        /** Where it begins in each segment, in bytes. */
        int at;
        /** Its bytes in the longest segment. */
        int bytes;
    }

    /** What a collective does with a tile that has arrived. */
    interface Work {
        /** Takes a tile out of the inbox; in two stages, works on the own chunk of it. */
        void on(Call call, Kernel kernel, Tile tile);
    }

    private final DomainBytes domain;
    private final Barrier barrier;
    private final Signatures signatures;
    private final Segments segments;
    private final Probe probe;
    /** The one before, the present and the next. */
    private final Tile[] tiles = {new Tile(), new Tile(), new Tile()};

    private int present;
    private long tilePacks;
    private long chunkPacks;
    private int blocks;

    SignalTiles(DomainBytes domain, Waiter waiter, Signatures signatures, Segments segments, Probe probe) {
        this.domain = domain;
        this.barrier = new Barrier(domain, waiter);
        this.signatures = signatures;
        this.segments = segments;
        this.probe = probe;
    }

    /** One barrier instance of block 0. */
    void meet(Call call) {
        signatures.send(call);
        barrier.arrive(1);
        probe.at(Probe.Point.BEFORE_WAIT, domain.rank);
        signatures.check(call);
        barrier.await(call, FaultSite.START_BARRIER);
    }

    /** A call in one stage. */
    void oneStage(Call call, Kernel kernel, Work take) {
        Tile tile = enter(call);
        push(call, tile);
        while (tile.packs > 0) {
            meet(call, tile, FaultSite.START_BARRIER);
            Tile next = after(call, tile);
            push(call, next);
            take.on(call, kernel, tile);
            probe.at(Probe.Point.CONSUMED, domain.rank);
            tile = next;
        }
    }

    /** A call in two stages. */
    void twoStage(Call call, Kernel kernel, Work work) {
        Tile before = tiles[2];
        before.packs = 0;
        Tile tile = enter(call);
        pushChunks(call, tile);
        while (tile.packs > 0) {
            meet(call, tile, FaultSite.START_BARRIER);
            work.on(call, kernel, tile);
            collect(call, before);
            probe.at(Probe.Point.CONSUMED, domain.rank);
            Tile next = after(call, tile);
            pushChunks(call, next);
            before = tile;
            tile = next;
        }
        if (before.packs > 0) {
            meet(call, before, FaultSite.END_BARRIER);
            collect(call, before);
        }
    }

    /** Begins a call: cuts it into tiles, and moves the state on. */
    private Tile enter(Call call) {
        signatures.send(call);
        boolean chunks = call.algorithm() == Algorithm.SIGNAL_TWO_STAGE;
        tilePacks = domain.layout().tilePacks(call.method(), call.algorithm());
        long first = Math.min(call.packs(), tilePacks);
        // The same in every tile of the call, a short last one included: as in two_stage.cuh, which says why.
        chunkPacks = (first + domain.size - 1) / domain.size;
        blocks = call.variant().shape().blocks(chunks ? chunkPacks : first);
        int slot = Words.plainInt(domain.own, domain.layout().stateInbox()) & 1;
        long number = (call.packs() + tilePacks - 1) / tilePacks;
        Words.plainInt(domain.own, domain.layout().stateInbox(), (int) (slot + number & 1));
        present = 0;
        return set(tiles[0], call, 0, slot);
    }

    private Tile after(Call call, Tile tile) {
        present = (present + 1) % tiles.length;
        return set(tiles[present], call, tile.pack + tile.packs, tile.slot ^ 1);
    }

    private Tile set(Tile tile, Call call, long pack, int slot) {
        int packBytes = call.method().packBytes();
        tile.pack = pack;
        tile.packs = Math.min(tilePacks, call.packs() - pack);
        tile.slot = slot;
        tile.at = (int) (pack * packBytes);
        tile.bytes = (int) Math.min(tile.packs * packBytes, call.bytes() - tile.at);
        return tile;
    }

    /** Bytes of the tile in the segment that goes from one rank to another; 0 if it ends before the tile, or nothing goes. */
    int bytes(Call call, Tile tile, int from, int to) {
        return Math.max(0, Math.min(tile.bytes, segments.bytes(call, from, to) - tile.at));
    }

    /** First byte of a rank's chunk within the tile; the tile's bytes for the rank behind the last. */
    int chunk(Call call, Tile tile, int chunk) {
        long begin = Math.min(chunk * chunkPacks, tile.packs);
        return (int) Math.min(begin * call.method().packBytes(), tile.bytes);
    }

    /** In an inbox, where a writer's part of the tile is, in one stage. */
    int part(Call call, Tile tile, int writer) {
        long place = call.operation().isFromRoot() ? 0 : writer * tilePacks;
        return domain.inbox(tile.slot) + (int) (place * call.method().packBytes());
    }

    /** In an inbox, where the chunk that a writer pushes is, in two stages; the tile's results are behind the last. */
    int chunkPart(Call call, Tile tile, int writer) {
        long place = writer * (tilePacks / domain.size);
        return domain.inbox(tile.slot) + (int) (place * call.method().packBytes());
    }

    /** In an inbox, where the results of the tile are, in two stages. */
    int results(Call call, Tile tile) {
        return chunkPart(call, tile, domain.size);
    }

    private void push(Call call, Tile tile) {
        for (int step = 1; step < domain.size; step++) {
            int peer = (domain.rank + step) % domain.size;
            int length = bytes(call, tile, domain.rank, peer);
            if (length > 0) {
                int from = call.inAt() + segments.inAt(call, domain.rank, peer) + tile.at;
                push(call, from, domain.region(peer), part(call, tile, domain.rank), length);
            }
        }
    }

    private void pushChunks(Call call, Tile tile) {
        for (int step = 1; step < domain.size; step++) {
            int peer = (domain.rank + step) % domain.size;
            int low = chunk(call, tile, peer);
            int length = chunk(call, tile, peer + 1) - low;
            if (length > 0 && bytes(call, tile, domain.rank, peer) > 0) {
                int from = call.inAt() + tile.at + low;
                push(call, from, domain.region(peer), chunkPart(call, tile, domain.rank), length);
            }
        }
    }

    /** Copies a part of the input to a peer, whose packs are whole. */
    private void push(Call call, int from, ByteBuffer region, int to, int length) {
        region.put(to, call.in(), from, length);
        for (int i = length; i < call.paddedBytes(length); i++) {
            region.put(to + i, (byte) 0);
        }
    }

    /** Meets the peers: what they have pushed of the tile is there, and the other slot of their inboxes is free. */
    private void meet(Call call, Tile tile, FaultSite site) {
        probe.at(Probe.Point.PUSHED, domain.rank);
        barrier.arrive(blocks);
        probe.at(Probe.Point.BEFORE_WAIT, domain.rank);
        if (tile.pack == 0) {
            signatures.check(call);
        }
        barrier.await(call, site);
    }

    /** Copies the chunks that peers have shared from the own results to the output. */
    private void collect(Call call, Tile tile) {
        boolean hasAll = call.operation().isFromRoot() && domain.rank == call.root();
        if (tile.packs == 0 || hasAll) {
            return;
        }
        int low = chunk(call, tile, domain.rank);
        int high = chunk(call, tile, domain.rank + 1);
        int to = call.outAt() + tile.at;
        int results = results(call, tile);
        call.out().put(to, domain.own, results, low);
        call.out().put(to + high, domain.own, results + high, tile.bytes - high);
    }
}
