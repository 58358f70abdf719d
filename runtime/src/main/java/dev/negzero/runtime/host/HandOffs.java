package dev.negzero.runtime.host;

import dev.negzero.plan.Algorithm;
import dev.negzero.plan.FaultSite;
import dev.negzero.plan.SignalLayout;
import dev.negzero.runtime.engine.Probe;
import dev.negzero.runtime.signal.Words;
import dev.negzero.spec.Operation;

/**
 * SEND and RECEIVE: synchronous, between two ranks, in the order of the pair's epochs.
 *
 * <p>The receiver says when it has read everything, and the sender ends only then. So the next hand-off of the pair finds
 * all slots free: there is one set of them, and no credit beyond that word.
 */
final class HandOffs implements Waiter.Poll {
    private final DomainBytes domain;
    private final Waiter waiter;
    private final Signatures signatures;
    private final Probe probe;
    private final HandOffMailbox mailbox;
    private final HandOffSignal signal;

    HandOffs(DomainBytes domain, HostRank rank, Waiter waiter, Signatures signatures, Probe probe) {
        this.domain = domain;
        this.waiter = waiter;
        this.signatures = signatures;
        this.probe = probe;
        this.mailbox = new HandOffMailbox(domain, waiter);
        this.signal = new HandOffSignal(domain, rank, waiter);
    }

    /** Runs one call. */
    void run(Call call) {
        boolean send = call.operation() == Operation.SEND;
        int state = (send ? SignalLayout.STATE_SENT : SignalLayout.STATE_RECEIVED) + 4 * call.root();
        call.epoch = HostDomain.next(Words.plainInt(domain.own, state));
        if (send) {
            send(call);
        } else {
            receive(call);
        }
        Words.plainInt(domain.own, state, call.epoch);
    }

    private void send(Call call) {
        signatures.sendTo(call, call.root());
        if (call.algorithm() == Algorithm.MAILBOX_ONE_SHOT) {
            mailbox.send(call);
        } else {
            signal.send(call);
        }
        probe.at(Probe.Point.PUSHED, domain.rank);
        probe.at(Probe.Point.BEFORE_WAIT, domain.rank);
        // The receiver has compared the signatures before it says so.
        waiter.begin();
        while (!heard(call, call.root())) {
            waiter.pause(call, this);
        }
    }

    private void receive(Call call) {
        int sender = call.root();
        signatures.answer(call, sender);
        if (call.algorithm() == Algorithm.MAILBOX_ONE_SHOT) {
            mailbox.receive(call);
        } else {
            signal.receive(call);
        }
        probe.at(Probe.Point.CONSUMED, domain.rank);
        // Behind the last epoch they start over, whichever way that hand-off took.
        if (call.epoch == -1) {
            mailbox.forget(sender);
        }
        // Release: what was read, and the mailbox's clear, come before the sender's next stores. Pairs with the acquire
        // below.
        Words.releaseLong(domain.region(sender), domain.handoffDone(domain.rank), (long) call.epoch << 32);
    }

    @Override
    public FaultSite site() {
        return FaultSite.SEND;
    }

    @Override
    public boolean heard(Call call, int peer) {
        long word = Words.acquireLong(domain.own, domain.handoffDone(peer));
        return peer != call.root() || (int) (word >>> 32) == call.epoch;
    }
}
