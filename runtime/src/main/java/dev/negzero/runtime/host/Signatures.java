package dev.negzero.runtime.host;

import dev.negzero.plan.FaultKind;
import dev.negzero.plan.FaultSite;
import dev.negzero.plan.SignalLayout;
import dev.negzero.runtime.engine.FaultSignal;
import dev.negzero.runtime.signal.FaultBoard;
import dev.negzero.runtime.signal.FaultRecord;
import dev.negzero.runtime.signal.Words;
import java.nio.ByteBuffer;

/**
 * The comparison of call signatures: four 64-bit words for each peer, each with the epoch in its upper half, so that a
 * load that sees the epoch sees the value.
 *
 * <p>A slot of this parity may be overwritten because the peer, of which the previous call's signature was seen, had then
 * finished the call before that, which used the slot last.
 *
 * <p>Without verification, calls in which a rank may have nothing for a peer still exchange the first word, and look at
 * its tag only: the credit without which a root could run ahead of a slow receiver.
 */
final class Signatures implements Waiter.Poll {
    private static final long VALUE = 0xFFFFFFFFL;
    private static final int ALL = -1;

    private final DomainBytes domain;
    private final Waiter waiter;
    private final FaultBoard board;
    private final boolean verify;
    private FaultSite site = FaultSite.SIGNATURE;
    private int pollEpoch;
    /** Offset of rank 0's word of those that are waited for. */
    private int pollAt;
    /** The one rank that is waited for, or {@link #ALL}. */
    private int partner;

    Signatures(DomainBytes domain, Waiter waiter, FaultBoard board, boolean verify) {
        this.domain = domain;
        this.waiter = waiter;
        this.board = board;
        this.verify = verify;
    }

    /** Stores the call's signature at all peers. */
    void send(Call call) {
        if (!verify && !call.needsCredit()) {
            return;
        }
        int at = domain.signature(call.parity, domain.rank);
        for (int peer = 0; peer < domain.size; peer++) {
            if (peer != domain.rank) {
                put(call, domain.region(peer), at);
            }
        }
    }

    private void put(Call call, ByteBuffer region, int at) {
        long tag = (long) call.epoch << 32;
        Words.relaxedLong(region, at, (signature(call) & VALUE) | tag);
        if (verify) {
            long high = (call.count() >>> 32) & 0xFFFF;
            long root = call.agreedRoot();
            long code = call.algorithm().code();
            Words.relaxedLong(region, at + 8, (call.count() & VALUE) | tag);
            Words.relaxedLong(region, at + 16, high | (root << 16) | (code << 24) | tag);
            Words.relaxedLong(region, at + 24, (call.method().digest() & VALUE) | tag);
        }
    }

    /** Waits for all peers' signatures and compares them. */
    void check(Call call) {
        if (!verify && !call.needsCredit()) {
            return;
        }
        site = FaultSite.SIGNATURE;
        partner = ALL;
        int slots = domain.signature(call.parity, 0);
        int mine = signature(call);
        for (int peer = 0; peer < domain.size; peer++) {
            if (peer != domain.rank) {
                compare(call, slots, peer, mine);
            }
        }
    }

    /** A sender's word to the receiver, before anything else of the hand-off. */
    void sendTo(Call call, int receiver) {
        if (verify) {
            put(call, domain.region(receiver), domain.handoffSignature(0, domain.rank));
        }
    }

    /**
     * A receiver waits for the sender's signature, compares it, and answers with its own. Not earlier: until the sender
     * has begun this hand-off it may still look at the answer of the one before, whose place this one takes.
     */
    void answer(Call call, int sender) {
        if (verify) {
            site = FaultSite.RECEIVE;
            partner = sender;
            compare(call, domain.handoffSignature(0, 0), sender, signature(call));
            put(call, domain.region(sender), domain.handoffSignature(1, domain.rank));
        }
    }

    private void compare(Call call, int slots, int peer, int mine) {
        int theirs = (int) await(call, slots, peer);
        if (verify && theirs != mine) {
            throw mismatch(call, slots, peer);
        }
    }

    private long await(Call call, int slots, int peer) {
        int at = slots + peer * SignalLayout.SIGNATURE_BYTES;
        long value = Words.relaxedLong(domain.own, at);
        if ((int) (value >>> 32) != call.epoch) {
            pollAt = slots;
            pollEpoch = call.epoch;
            waiter.begin();
            do {
                waiter.pause(call, this);
                value = Words.relaxedLong(domain.own, at);
            } while ((int) (value >>> 32) != call.epoch);
        }
        return value & VALUE;
    }

    private FaultSignal mismatch(Call call, int slots, int peer) {
        long low = await(call, slots + 8, peer);
        long high = await(call, slots + 16, peer);
        int digest = (int) await(call, slots + 24, peer);
        return new FaultSignal(board.report(new FaultRecord(
                FaultKind.MISMATCH,
                domain.rank,
                call.epoch,
                FaultSite.SIGNATURE,
                0,
                peer,
                call.method().digest(),
                digest,
                call.algorithm().code(),
                (int) (high >>> 24),
                call.agreedRoot(),
                (int) (high >>> 16) & 0xFF,
                call.count(),
                low | ((high & 0xFFFF) << 32))));
    }

    @Override
    public FaultSite site() {
        return site;
    }

    @Override
    public boolean heard(Call call, int peer) {
        boolean asked = partner == ALL || partner == peer;
        long value = Words.relaxedLong(domain.own, pollAt + peer * SignalLayout.SIGNATURE_BYTES);
        return !asked || (int) (value >>> 32) == pollEpoch;
    }

    /** A hash of all that ranks must agree on. */
    private static int signature(Call call) {
        int x = mix(call.method().digest(), (int) call.count());
        x = mix(x, (int) (call.count() >>> 32));
        x = mix(x, call.algorithm().code());
        x = mix(x, call.agreedRoot());
        x = mix(x, call.countsHash());
        return mix(x, call.epoch);
    }

    private static int mix(int x, int value) {
        int mixed = (x ^ value) * 0x9E3779B1;
        return mixed ^ (mixed >>> 15);
    }
}
