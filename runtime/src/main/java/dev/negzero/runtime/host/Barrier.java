package dev.negzero.runtime.host;

import dev.negzero.plan.FaultSite;
import dev.negzero.runtime.signal.Words;
import java.nio.ByteBuffer;

/**
 * Barrier instances of a rank's blocks, all carried out by one thread in lockstep: it stores the flags of all blocks, and
 * only then waits for the peers'.
 *
 * <p>Flags are compared for equality. A peer can be one instance ahead at most, and that one uses the other bank.
 */
final class Barrier implements Waiter.Poll {
    private final DomainBytes domain;
    private final Waiter waiter;
    private FaultSite site = FaultSite.START_BARRIER;
    private int blocks;

    Barrier(DomainBytes domain, Waiter waiter) {
        this.domain = domain;
        this.waiter = waiter;
    }

    /** Stores this instance's flags, with release: what was stored before is visible to who waits for them. */
    void arrive(int blockCount) {
        blocks = blockCount;
        for (int block = 0; block < blockCount; block++) {
            Words.plainInt(domain.own, counter(block), instance(block) + 1);
        }
        for (int peer = 0; peer < domain.size; peer++) {
            if (peer != domain.rank) {
                ByteBuffer region = domain.region(peer);
                for (int block = 0; block < blockCount; block++) {
                    int instance = instance(block);
                    Words.releaseInt(region, domain.flag(instance & 1, block, domain.rank), instance);
                }
            }
        }
    }

    /** Waits for the peers' flags of the instance that {@link #arrive} began, with acquire. */
    void await(Call call, FaultSite where) {
        site = where;
        waiter.begin();
        for (int peer = 0; peer < domain.size; peer++) {
            if (peer != domain.rank) {
                for (int block = 0; block < blocks; block++) {
                    while (!heard(peer, block)) {
                        waiter.pause(call, this);
                    }
                }
            }
        }
    }

    private boolean heard(int peer, int block) {
        int instance = instance(block);
        return Words.acquireInt(domain.own, domain.flag(instance & 1, block, peer)) == instance;
    }

    private int counter(int block) {
        return domain.layout().barriers() + 4 * block;
    }

    private int instance(int block) {
        return Words.plainInt(domain.own, counter(block));
    }

    @Override
    public FaultSite site() {
        return site;
    }

    @Override
    public boolean heard(Call call, int peer) {
        for (int block = 0; block < blocks; block++) {
            if (!heard(peer, block)) {
                return false;
            }
        }
        return true;
    }
}
