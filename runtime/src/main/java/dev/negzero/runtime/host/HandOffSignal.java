package dev.negzero.runtime.host;

import dev.negzero.plan.FaultSite;
import dev.negzero.runtime.signal.Words;
import dev.negzero.spec.Operation;
import java.nio.ByteBuffer;

/**
 * Hand-offs by signals: the sender's blocks say when a tile is ready in its staging region or its symmetric buffer, the
 * receiver's when they have taken it. One thread stands for all blocks of a rank.
 *
 * <p>One bank of flags: a tile is ready only after the one before was seen to be taken. Counters only rise and may wrap;
 * flags are compared with them for equality.
 */
final class HandOffSignal implements Waiter.Poll {
    private static final int READY = 0;
    private static final int TAKEN = 1;

    private final DomainBytes domain;
    private final HostRank rank;
    private final Waiter waiter;
    private FaultSite site = FaultSite.SEND;
    private int blocks;

    HandOffSignal(DomainBytes domain, HostRank rank, Waiter waiter) {
        this.domain = domain;
        this.rank = rank;
        this.waiter = waiter;
    }

    /** Bytes of a tile. */
    private int begin(Call call) {
        site = call.operation() == Operation.SEND ? FaultSite.SEND : FaultSite.RECEIVE;
        long tilePacks = domain.layout().tilePacks(call.method(), call.algorithm());
        blocks = call.variant().shape().blocks(Math.min(call.packs(), tilePacks));
        return (int) Math.min(call.bytes(), tilePacks * call.method().packBytes());
    }

    void send(Call call) {
        int tile = begin(call);
        int id = call.symmetricId();
        for (int done = 0; done < call.bytes(); done += tile) {
            if (id == 0) {
                domain.own.put(
                        domain.handoffStaging(), call.in(), call.inAt() + done, Math.min(tile, call.bytes() - done));
            }
            describe(call, id);
            count(call.root(), READY);
            // Release: the staged elements and the descriptor. Pairs with the receiver's acquire of its ready flags.
            raise(call.root(), READY);
            await(call);
        }
    }

    void receive(Call call) {
        int tile = begin(call);
        for (int done = 0; done < call.bytes(); done += tile) {
            count(call.root(), TAKEN);
            await(call);
            copy(call, done, Math.min(tile, call.bytes() - done));
            // Release: the reads. Pairs with the sender's acquire of its taken flags, behind which it stages again.
            raise(call.root(), TAKEN);
        }
    }

    private void describe(Call call, int id) {
        ByteBuffer region = domain.region(call.root());
        for (int block = 0; block < blocks; block++) {
            int at = domain.handoffDescriptor(block, domain.rank);
            Words.plainLong(region, at, id & 0xFFFFFFFFL);
            Words.plainLong(region, at + 8, call.inAt());
        }
    }

    private void copy(Call call, int done, int bytes) {
        int sender = call.root();
        int at = domain.handoffDescriptor(0, sender);
        int id = Words.plainInt(domain.own, at);
        int offset = (int) Words.plainLong(domain.own, at + 8);
        ByteBuffer source = id == 0 ? domain.region(sender) : rank.symmetric(id, sender);
        call.out().put(call.outAt() + done, source, id == 0 ? domain.handoffStaging() : offset + done, bytes);
    }

    /** Counts a tile, at a sender in the counters of tiles sent, at a receiver in those of tiles received. */
    private void count(int peer, int side) {
        for (int block = 0; block < blocks; block++) {
            int counter = domain.handoffCounter(side, block, peer);
            Words.plainInt(domain.own, counter, Words.plainInt(domain.own, counter) + 1);
        }
    }

    private void raise(int peer, int side) {
        ByteBuffer region = domain.region(peer);
        for (int block = 0; block < blocks; block++) {
            int count = Words.plainInt(domain.own, domain.handoffCounter(side, block, peer));
            Words.releaseInt(region, domain.handoffFlag(side, block, domain.rank), count);
        }
    }

    /** Waits for the other side's flags of the tile that was counted last. */
    private void await(Call call) {
        waiter.begin();
        while (!heard(call, call.root())) {
            waiter.pause(call, this);
        }
    }

    @Override
    public FaultSite site() {
        return site;
    }

    @Override
    public boolean heard(Call call, int peer) {
        int mine = site == FaultSite.SEND ? READY : TAKEN;
        for (int block = 0; block < blocks && peer == call.root(); block++) {
            int count = Words.plainInt(domain.own, domain.handoffCounter(mine, block, peer));
            if (Words.acquireInt(domain.own, domain.handoffFlag(1 - mine, block, peer)) != count) {
                return false;
            }
        }
        return true;
    }
}
