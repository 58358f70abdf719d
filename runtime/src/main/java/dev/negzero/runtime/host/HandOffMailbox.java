package dev.negzero.runtime.host;

import dev.negzero.plan.FaultSite;
import java.nio.ByteBuffer;

/** Hand-offs by tagged words of 32 value and 32 tag bits; the tag is the pair's epoch. */
final class HandOffMailbox implements Waiter.Poll {
    private static final int CHUNK = 8192;

    private final DomainBytes domain;
    private final Waiter waiter;
    private final Pairs pairs = new Pairs();
    private final ByteBuffer values = ByteBuffer.allocateDirect(CHUNK);
    private int pollFrom;
    private int pollTo;

    HandOffMailbox(DomainBytes domain, Waiter waiter) {
        this.domain = domain;
        this.waiter = waiter;
    }

    void send(Call call) {
        ByteBuffer region = domain.region(call.root());
        int slot = domain.handoffMailbox(domain.rank);
        pairs.put(call.in(), call.inAt(), call.bytes(), (int) call.paddedBytes(), call.epoch, region, slot);
    }

    void receive(Call call) {
        int slot = domain.handoffMailbox(call.root());
        int bytes = call.bytes();
        for (int done = 0; done < bytes; done += CHUNK) {
            int part = Math.min(CHUNK, bytes - done);
            take(call, slot, done, done + call.paddedBytes(part));
            call.out().put(call.outAt() + done, values, 0, part);
        }
    }

    /** Empties what a sender has put: old words, which could be taken for new ones when epochs start over. */
    void forget(int sender) {
        Zeros.fill(domain.own, domain.handoffMailbox(sender), domain.handoffMailboxBytes());
    }

    private void take(Call call, int slot, int from, int to) {
        pollFrom = from;
        pollTo = to;
        int at = pairs.take(domain.own, slot, from, to, call.epoch, values, from);
        waiter.begin();
        while (at < to) {
            waiter.pause(call, this);
            at = pairs.take(domain.own, slot, at, to, call.epoch, values, from);
        }
    }

    @Override
    public FaultSite site() {
        return FaultSite.RECEIVE;
    }

    @Override
    public boolean heard(Call call, int peer) {
        int slot = domain.handoffMailbox(peer);
        return peer != call.root() || pairs.have(domain.own, slot, pollFrom, pollTo, call.epoch);
    }
}
