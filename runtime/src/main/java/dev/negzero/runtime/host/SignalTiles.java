package dev.negzero.runtime.host;

import dev.negzero.plan.Algorithm;
import dev.negzero.plan.FaultSite;
import dev.negzero.runtime.engine.Probe;
import dev.negzero.runtime.signal.Words;
import java.nio.ByteBuffer;

/**
 * What all exchanges between barriers share: the tiles that a call is worked through in, the staging of what peers read,
 * the barriers around a tile, and where the peers' elements are in it.
 *
 * <p>Between the barriers' acquire and release all accesses are plain: nobody else stores to what is read.
 */
final class SignalTiles {
    private final DomainBytes domain;
    private final HostRank rank;
    private final Barrier barrier;
    private final Signatures signatures;
    private final Segments segments;
    private final Probe probe;
    private final ByteBuffer[] sources;
    private final int[] sourceAt;

    private long tilePacks;
    private long chunkPacks;
    private int blocks;
    private long pack;
    private long packs;
    private int at;
    private int bytes;

    SignalTiles(
            DomainBytes domain, HostRank rank, Waiter waiter, Signatures signatures, Segments segments, Probe probe) {
        this.domain = domain;
        this.rank = rank;
        this.barrier = new Barrier(domain, waiter);
        this.signatures = signatures;
        this.segments = segments;
        this.probe = probe;
        this.sources = new ByteBuffer[domain.size];
        this.sourceAt = new int[domain.size];
    }

    /** One barrier instance of block 0. */
    void meet(Call call) {
        signatures.send(call);
        barrier.arrive(1);
        probe.at(Probe.Point.BEFORE_WAIT, domain.rank);
        signatures.check(call);
        barrier.await(call, FaultSite.START_BARRIER);
    }

    /** Begins a call: cuts it into tiles, and stands before the first. */
    void enter(Call call) {
        signatures.send(call);
        tilePacks = domain.layout().tilePacks(call.method());
        long first = Math.min(call.packs(), tilePacks);
        // The same in every tile of the call, a short last one included: as in all_reduce_signal.cuh, which says why.
        chunkPacks = (first + domain.size - 1) / domain.size;
        boolean chunks = call.algorithm() == Algorithm.SIGNAL_TWO_STAGE;
        blocks = call.variant().shape().blocks(chunks ? chunkPacks : first);
        pack = 0;
        packs = 0;
    }

    /** Goes to the next tile; false behind the last. */
    boolean next(Call call) {
        pack += packs;
        packs = Math.min(tilePacks, call.packs() - pack);
        at = (int) (pack * call.method().packBytes());
        bytes = (int) Math.min(packs * call.method().packBytes(), call.bytes() - at);
        return packs > 0;
    }

    /** Where the tile begins in each segment, in bytes. */
    int at() {
        return at;
    }

    /** Bytes of the tile in the longest segment. */
    int bytes() {
        return bytes;
    }

    /** Bytes of the tile in the segment that goes from one rank to another; 0 if it ends before the tile, or nothing goes. */
    int bytes(Call call, int from, int to) {
        return Math.max(0, Math.min(bytes, segments.bytes(call, from, to) - at));
    }

    /** First byte of a rank's chunk within the tile; the tile's bytes for the rank behind the last. */
    int chunk(Call call, int chunk) {
        long begin = Math.min(chunk * chunkPacks, packs);
        return (int) Math.min(begin * call.method().packBytes(), bytes);
    }

    /** Memory with the elements that a rank has for this one. */
    ByteBuffer source(int from) {
        return sources[from];
    }

    /** Where in it the tile of them begins. */
    int sourceAt(int from) {
        return sourceAt[from];
    }

    /** Stages what peers will read of this tile, unless they can read it in place. */
    void stage(Call call) {
        if (call.symmetricId() != 0) {
            return;
        }
        boolean segmented = call.operation().segmentsInput();
        for (int peer = 0; peer < domain.size; peer++) {
            int part = peer == domain.rank ? 0 : bytes(call, domain.rank, peer);
            if (part > 0) {
                int from = call.inAt() + segments.inAt(call, domain.rank, peer) + at;
                copyIn(call, from, staged(call, peer), part);
                if (!segmented) {
                    return;
                }
            }
        }
    }

    /** Stages all of the tile but one rank's chunk, which no peer reads. */
    void stageAllBut(Call call, int chunk) {
        if (call.symmetricId() == 0) {
            int low = chunk(call, chunk);
            int high = chunk(call, chunk + 1);
            int from = call.inAt() + at;
            domain.own.put(domain.staging(), call.in(), from, low);
            copyIn(call, from + high, domain.staging() + high, bytes - high);
        }
    }

    /** Copies into the staging region, where packs are whole. */
    private void copyIn(Call call, int from, int to, int length) {
        domain.own.put(to, call.in(), from, length);
        for (int i = length; i < call.paddedBytes(length); i++) {
            domain.own.put(to + i, (byte) 0);
        }
    }

    /** Where in a staging region the elements for a reader are. */
    private int staged(Call call, int reader) {
        long parts = call.operation().segmentsInput() ? reader : 0;
        return domain.staging() + (int) (parts * tilePacks * call.method().packBytes());
    }

    /** Meets the peers behind the staging. After it, sources are known. */
    void start(Call call) {
        probe.at(Probe.Point.PUSHED, domain.rank);
        describe(call.symmetricId(), call.inAt());
        barrier.arrive(blocks);
        probe.at(Probe.Point.BEFORE_WAIT, domain.rank);
        if (pack == 0) {
            signatures.check(call);
        }
        barrier.await(call, FaultSite.START_BARRIER);
        locate(call);
    }

    private void describe(int id, int offset) {
        for (int peer = 0; peer < domain.size; peer++) {
            if (peer != domain.rank) {
                ByteBuffer region = domain.region(peer);
                for (int block = 0; block < blocks; block++) {
                    int descriptor = domain.descriptor(block, domain.rank);
                    Words.plainLong(region, descriptor, id & 0xFFFFFFFFL);
                    Words.plainLong(region, descriptor + 8, offset);
                }
            }
        }
    }

    private void locate(Call call) {
        for (int peer = 0; peer < domain.size; peer++) {
            if (bytes(call, peer, domain.rank) > 0) {
                locate(call, peer);
            }
        }
    }

    private void locate(Call call, int peer) {
        int begin = segments.inAt(call, peer, domain.rank) + at;
        if (peer == domain.rank) {
            sources[peer] = call.in();
            sourceAt[peer] = call.inAt() + begin;
            return;
        }
        int descriptor = domain.descriptor(0, peer);
        int id = Words.plainInt(domain.own, descriptor);
        int offset = (int) Words.plainLong(domain.own, descriptor + 8);
        sources[peer] = id == 0 ? domain.region(peer) : rank.symmetric(id, peer);
        sourceAt[peer] = id == 0 ? staged(call, domain.rank) : offset + begin;
    }

    /**
     * Behind the end barrier, copies the chunks that peers have shared from the own results to the output. Peers store
     * results again only behind the next start barrier, which this rank enters after this, so no third barrier is needed.
     */
    void collect(Call call) {
        int low = chunk(call, domain.rank);
        int high = chunk(call, domain.rank + 1);
        int to = call.outAt() + at;
        call.out().put(to, domain.own, domain.results(), low);
        call.out().put(to + high, domain.own, domain.results() + high, bytes - high);
    }

    /** Meets the peers again: all have read, and what was shared has arrived. */
    void end(Call call) {
        probe.at(Probe.Point.CONSUMED, domain.rank);
        barrier.arrive(blocks);
        barrier.await(call, FaultSite.END_BARRIER);
    }
}
