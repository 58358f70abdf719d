package dev.negzero.runtime.host;

import dev.negzero.plan.FaultKind;
import dev.negzero.plan.FaultSite;
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
 */
final class Signatures implements Waiter.Poll {
    private static final long VALUE = 0xFFFFFFFFL;

    private final DomainBytes domain;
    private final Waiter waiter;
    private final FaultBoard board;
    private int pollParity;
    private int pollEpoch;
    private int pollWord;

    Signatures(DomainBytes domain, Waiter waiter, FaultBoard board) {
        this.domain = domain;
        this.waiter = waiter;
        this.board = board;
    }

    /** Stores the call's signature at all peers. */
    void send(Call call) {
        long tag = (long) call.epoch << 32;
        long low = call.count() & VALUE;
        long high = (call.count() >>> 32) & 0xFFFFFF;
        int code = call.algorithm().code();
        int digest = call.method().digest();
        long signature = mix(digest, (int) low, (int) high, code, call.epoch) & VALUE;
        int at = domain.signature(call.parity, domain.rank);
        for (int peer = 0; peer < domain.size; peer++) {
            if (peer != domain.rank) {
                ByteBuffer region = domain.region(peer);
                Words.relaxedLong(region, at, signature | tag);
                Words.relaxedLong(region, at + 8, low | tag);
                Words.relaxedLong(region, at + 16, high | ((long) code << 24) | tag);
                Words.relaxedLong(region, at + 24, (digest & VALUE) | tag);
            }
        }
    }

    /** Waits for all peers' signatures and compares them. */
    void check(Call call) {
        long low = call.count() & VALUE;
        long high = (call.count() >>> 32) & 0xFFFFFF;
        int mine = mix(
                call.method().digest(), (int) low, (int) high, call.algorithm().code(), call.epoch);
        for (int peer = 0; peer < domain.size; peer++) {
            if (peer != domain.rank && (int) await(call, peer, 0) != mine) {
                throw mismatch(call, peer);
            }
        }
    }

    private long await(Call call, int peer, int word) {
        int at = domain.signature(call.parity, peer) + 8 * word;
        long value = Words.relaxedLong(domain.own, at);
        if ((int) (value >>> 32) != call.epoch) {
            pollParity = call.parity;
            pollEpoch = call.epoch;
            pollWord = word;
            waiter.begin();
            do {
                waiter.pause(call, this);
                value = Words.relaxedLong(domain.own, at);
            } while ((int) (value >>> 32) != call.epoch);
        }
        return value & VALUE;
    }

    private FaultSignal mismatch(Call call, int peer) {
        long low = await(call, peer, 1);
        long high = await(call, peer, 2);
        int digest = (int) await(call, peer, 3);
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
                call.count(),
                low | ((high & 0xFFFFFF) << 32))));
    }

    @Override
    public FaultSite site() {
        return FaultSite.SIGNATURE;
    }

    @Override
    public boolean heard(int peer) {
        long value = Words.relaxedLong(domain.own, domain.signature(pollParity, peer) + 8 * pollWord);
        return (int) (value >>> 32) == pollEpoch;
    }

    static int mix(int digest, int countLow, int countHigh, int code, int epoch) {
        int x = step(digest, countLow);
        x = step(x, countHigh);
        x = step(x, code);
        return step(x, epoch);
    }

    private static int step(int x, int value) {
        int mixed = (x ^ value) * 0x9E3779B1;
        return mixed ^ (mixed >>> 15);
    }
}
