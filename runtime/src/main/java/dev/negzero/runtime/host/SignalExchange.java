package dev.negzero.runtime.host;

import dev.negzero.plan.Algorithm;
import dev.negzero.plan.FaultSite;
import dev.negzero.plan.LaunchShape;
import dev.negzero.runtime.engine.Probe;
import dev.negzero.runtime.numeric.Reduction;
import dev.negzero.runtime.signal.Words;
import java.nio.ByteBuffer;

/**
 * SIGNAL, one and two stages: inputs are read where they are or staged, between a start and an end barrier of all blocks.
 *
 * <p>Between the barriers' acquire and release all accesses are plain: nobody else stores to what is read.
 */
final class SignalExchange {
    private final DomainBytes domain;
    private final HostRank rank;
    private final Barrier barrier;
    private final Signatures signatures;
    private final Probe probe;
    private final ByteBuffer[] sources;
    private final int[] sourceAt;

    private long tilePacks;
    private long chunkPacks;
    private int blocks;
    private long packs;
    private int tileAt;
    private int tileBytes;

    SignalExchange(DomainBytes domain, HostRank rank, Waiter waiter, Signatures signatures, Probe probe) {
        this.domain = domain;
        this.rank = rank;
        this.barrier = new Barrier(domain, waiter);
        this.signatures = signatures;
        this.probe = probe;
        this.sources = new ByteBuffer[domain.size];
        this.sourceAt = new int[domain.size];
    }

    /** One barrier instance of block 0. */
    void barrier(Call call, boolean verify) {
        barrier.arrive(1);
        probe.at(Probe.Point.BEFORE_WAIT, domain.rank);
        if (verify) {
            signatures.check(call);
        }
        barrier.await(call, FaultSite.START_BARRIER);
    }

    /** Runs one call of either stage count, tile by tile. */
    void run(Call call, Reduction reduction, boolean verify) {
        boolean twoStage = call.algorithm() == Algorithm.SIGNAL_TWO_STAGE;
        LaunchShape shape = call.variant().shape();
        tilePacks = domain.layout().stagingBytes() / call.method().packBytes();
        long first = Math.min(call.packs(), tilePacks);
        // The same in every tile of the call, a short last one included: as in all_reduce_signal.cuh, which says why.
        chunkPacks = (first + domain.size - 1) / domain.size;
        blocks = shape.blocks(twoStage ? chunkPacks : first);
        boolean check = verify;
        for (long pack = 0; pack < call.packs(); pack += tilePacks) {
            enter(call, pack);
            start(call, twoStage, check);
            check = false;
            if (twoStage) {
                twoStage(call, reduction);
            } else {
                oneStage(call, reduction);
            }
        }
    }

    /** The tile that starts at a pack: fields, as a call allocates nothing. */
    private void enter(Call call, long pack) {
        int packBytes = call.method().packBytes();
        packs = Math.min(tilePacks, call.packs() - pack);
        tileAt = (int) (pack * packBytes);
        tileBytes = (int) Math.min(packs * packBytes, call.bytes() - tileAt);
    }

    private void start(Call call, boolean twoStage, boolean check) {
        int id = call.symmetricId();
        if (id == 0) {
            stage(call, twoStage);
        }
        probe.at(Probe.Point.PUSHED, domain.rank);
        describe(id, call.inAt());
        barrier.arrive(blocks);
        probe.at(Probe.Point.BEFORE_WAIT, domain.rank);
        if (check) {
            signatures.check(call);
        }
        barrier.await(call, FaultSite.START_BARRIER);
        locate();
        sources[domain.rank] = call.in();
        sourceAt[domain.rank] = call.inAt() + tileAt;
    }

    /** Copies to the staging bytes what peers will read: all, or all chunks but the own. */
    private void stage(Call call, boolean twoStage) {
        int from = call.inAt() + tileAt;
        if (!twoStage) {
            domain.own.put(domain.staging(), call.in(), from, tileBytes);
        } else {
            int low = chunkStart(call, domain.rank);
            int high = chunkStart(call, domain.rank + 1);
            domain.own.put(domain.staging(), call.in(), from, low);
            domain.own.put(domain.staging() + high, call.in(), from + high, tileBytes - high);
        }
        int padded = (int) (packs * call.method().packBytes());
        for (int i = tileBytes; i < padded; i++) {
            domain.own.put(domain.staging() + i, (byte) 0);
        }
    }

    private void describe(int id, int offset) {
        for (int peer = 0; peer < domain.size; peer++) {
            if (peer != domain.rank) {
                ByteBuffer region = domain.region(peer);
                for (int block = 0; block < blocks; block++) {
                    int at = domain.descriptor(block, domain.rank);
                    Words.plainLong(region, at, id & 0xFFFFFFFFL);
                    Words.plainLong(region, at + 8, offset);
                }
            }
        }
    }

    private void locate() {
        for (int peer = 0; peer < domain.size; peer++) {
            if (peer != domain.rank) {
                int at = domain.descriptor(0, peer);
                int id = Words.plainInt(domain.own, at);
                int offset = (int) Words.plainLong(domain.own, at + 8);
                sources[peer] = id == 0 ? domain.region(peer) : rank.symmetric(id, peer);
                sourceAt[peer] = id == 0 ? domain.staging() : offset + tileAt;
            }
        }
    }

    private void oneStage(Call call, Reduction reduction) {
        reduce(call, reduction, 0, tileBytes, false);
        end(call);
    }

    private void twoStage(Call call, Reduction reduction) {
        int low = chunkStart(call, domain.rank);
        int high = chunkStart(call, domain.rank + 1);
        reduce(call, reduction, low, high, true);
        end(call);
        // Peers store my results again only behind my next start barrier, so no third barrier is needed.
        int to = call.outAt() + tileAt;
        call.out().put(to, domain.own, domain.results(), low);
        call.out().put(to + high, domain.own, domain.results() + high, tileBytes - high);
    }

    /** First byte of a rank's chunk within the tile; the tile's bytes for the rank behind the last. */
    private int chunkStart(Call call, int chunk) {
        long pack = Math.min(chunk * chunkPacks, packs);
        return (int) Math.min(pack * call.method().packBytes(), tileBytes);
    }

    private void reduce(Call call, Reduction reduction, int low, int high, boolean share) {
        int elementBytes = call.elementBytes();
        int step = reduction.capacity() * elementBytes;
        for (int at = low; at < high; at += step) {
            int bytes = Math.min(step, high - at);
            int elements = bytes / elementBytes;
            reduction.first(sources[0], sourceAt[0] + at, elements);
            for (int peer = 1; peer < domain.size; peer++) {
                reduction.next(sources[peer], sourceAt[peer] + at, elements);
            }
            int to = call.outAt() + tileAt + at;
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

    private void end(Call call) {
        probe.at(Probe.Point.CONSUMED, domain.rank);
        barrier.arrive(blocks);
        barrier.await(call, FaultSite.END_BARRIER);
    }
}
