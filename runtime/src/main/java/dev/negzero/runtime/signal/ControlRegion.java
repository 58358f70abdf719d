package dev.negzero.runtime.signal;

import static dev.negzero.plan.ControlLayout.FAULT_CLAIM;
import static dev.negzero.plan.ControlLayout.FAULT_RECORDS;
import static dev.negzero.plan.ControlLayout.FAULT_RECORD_BYTES;
import static dev.negzero.plan.ControlLayout.FAULT_SUMMARY;
import static dev.negzero.plan.ControlLayout.RECORD_ALGORITHMS;
import static dev.negzero.plan.ControlLayout.RECORD_EPOCH;
import static dev.negzero.plan.ControlLayout.RECORD_FLAG;
import static dev.negzero.plan.ControlLayout.RECORD_KIND;
import static dev.negzero.plan.ControlLayout.RECORD_MISSING;
import static dev.negzero.plan.ControlLayout.RECORD_MY_COUNT;
import static dev.negzero.plan.ControlLayout.RECORD_MY_DIGEST;
import static dev.negzero.plan.ControlLayout.RECORD_PEER;
import static dev.negzero.plan.ControlLayout.RECORD_PEER_COUNT;
import static dev.negzero.plan.ControlLayout.RECORD_PEER_DIGEST;
import static dev.negzero.plan.ControlLayout.RECORD_RANK;
import static dev.negzero.plan.ControlLayout.RECORD_SITE;
import static dev.negzero.plan.ControlLayout.RENDEZVOUS_DIGEST;
import static dev.negzero.plan.ControlLayout.RENDEZVOUS_STEP;
import static dev.negzero.plan.ControlLayout.RESET_REGIONS;
import static dev.negzero.plan.ControlLayout.RESET_SPLITS;
import static dev.negzero.plan.ControlLayout.RESET_STATE;

import dev.negzero.plan.ControlLayout;
import dev.negzero.plan.FaultKind;
import dev.negzero.plan.FaultSite;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** One rank's control region: fault records of all writers, and the owner's place in the rendezvous. */
public final class ControlRegion {
    private final ByteBuffer bytes;

    /**
     * A view of a region.
     *
     * @param bytes {@link ControlLayout#TOTAL} bytes, zeroed by the owner when the group opened
     */
    public ControlRegion(ByteBuffer bytes) {
        this.bytes = bytes;
    }

    /** Whether any rank has published a fault here; with acquire, so that its record can then be read. */
    public boolean failed() {
        return Words.acquireInt(bytes, FAULT_SUMMARY) != 0;
    }

    /** Claims the right to write the owner's record; true once. */
    public boolean claim() {
        return Words.compareAndSetInt(bytes, FAULT_CLAIM, 0, 1);
    }

    /** Publishes a record into this region: the record, then its flag and the summary, each with release. */
    public void publish(FaultRecord record) {
        int at = FAULT_RECORDS + record.rank() * FAULT_RECORD_BYTES;
        Words.plainInt(bytes, at + RECORD_KIND, record.kind().code());
        Words.plainInt(bytes, at + RECORD_RANK, record.rank());
        Words.plainInt(bytes, at + RECORD_EPOCH, record.epoch());
        Words.plainInt(bytes, at + RECORD_SITE, record.site().code());
        Words.plainInt(bytes, at + RECORD_MISSING, record.missing());
        Words.plainInt(bytes, at + RECORD_PEER, record.peer());
        Words.plainInt(bytes, at + RECORD_MY_DIGEST, record.digest());
        Words.plainInt(bytes, at + RECORD_PEER_DIGEST, record.peerDigest());
        int own = record.algorithm() | (record.root() << 8);
        int peer = record.peerAlgorithm() | (record.peerRoot() << 8);
        Words.plainInt(bytes, at + RECORD_ALGORITHMS, own | (peer << 16));
        Words.plainLong(bytes, at + RECORD_MY_COUNT, record.count());
        Words.plainLong(bytes, at + RECORD_PEER_COUNT, record.peerCount());
        Words.releaseInt(bytes, at + RECORD_FLAG, 1);
        Words.releaseInt(bytes, FAULT_SUMMARY, 1);
    }

    /** The record that tells most: a mismatch before an abort before a timeout, then the lowest rank; null if none. */
    public @Nullable FaultRecord primary() {
        FaultRecord best = null;
        for (int writer = 0; writer < ControlLayout.MAX_RANKS; writer++) {
            FaultRecord record = record(writer);
            if (record != null && (best == null || weight(record) > weight(best))) {
                best = record;
            }
        }
        return best;
    }

    /** The record of one writer; null if it has none. */
    public @Nullable FaultRecord record(int writer) {
        int at = FAULT_RECORDS + writer * FAULT_RECORD_BYTES;
        if (Words.acquireInt(bytes, at + RECORD_FLAG) == 0) {
            return null;
        }
        int algorithms = Words.plainInt(bytes, at + RECORD_ALGORITHMS);
        return new FaultRecord(
                kind(Words.plainInt(bytes, at + RECORD_KIND)),
                Words.plainInt(bytes, at + RECORD_RANK),
                Words.plainInt(bytes, at + RECORD_EPOCH),
                site(Words.plainInt(bytes, at + RECORD_SITE)),
                Words.plainInt(bytes, at + RECORD_MISSING),
                Words.plainInt(bytes, at + RECORD_PEER),
                Words.plainInt(bytes, at + RECORD_MY_DIGEST),
                Words.plainInt(bytes, at + RECORD_PEER_DIGEST),
                algorithms & 0xFF,
                (algorithms >>> 16) & 0xFF,
                (algorithms >>> 8) & 0xFF,
                algorithms >>> 24,
                Words.plainLong(bytes, at + RECORD_MY_COUNT),
                Words.plainLong(bytes, at + RECORD_PEER_COUNT));
    }

    private static int weight(FaultRecord record) {
        return switch (record.kind()) {
            case MISMATCH -> 3;
            case ABORT -> 2;
            case TIMEOUT -> 1;
        };
    }

    /** A writer that is native code may be of another version; an unknown number must not hide its record. */
    private static FaultKind kind(int code) {
        for (FaultKind kind : FaultKind.values()) {
            if (kind.code() == code) {
                return kind;
            }
        }
        return FaultKind.ABORT;
    }

    private static FaultSite site(int code) {
        for (FaultSite site : FaultSite.values()) {
            if (site.code() == code) {
                return site;
            }
        }
        return FaultSite.HOST;
    }

    /** Forgets all faults. The owner calls it, when no rank is inside a call. */
    public void clearFaults() {
        for (int at = 0; at < ControlLayout.MAX_RANKS * FAULT_RECORD_BYTES; at += 8) {
            Words.plainLong(bytes, FAULT_RECORDS + at, 0);
        }
        Words.plainInt(bytes, FAULT_CLAIM, 0);
        Words.releaseInt(bytes, FAULT_SUMMARY, 0);
    }

    /** Steps of the rendezvous that the owner has reached, with acquire. */
    public int step() {
        return Words.acquireInt(bytes, RENDEZVOUS_STEP);
    }

    /** The digest that the owner brought; valid once {@link #step} has shown its step. */
    public long digest() {
        return Words.plainLong(bytes, RENDEZVOUS_DIGEST);
    }

    /** The owner reaches a step with a digest; everything it stored before is visible to who sees the step. */
    public void arrive(int step, long digest) {
        Words.plainLong(bytes, RENDEZVOUS_DIGEST, digest);
        Words.releaseInt(bytes, RENDEZVOUS_STEP, step);
    }

    /** The owner starts to count the rendezvous' steps anew; no rank is in one. */
    public void rewind() {
        Words.releaseInt(bytes, RENDEZVOUS_STEP, 0);
    }

    /** Where the owner is in a reset, with acquire. */
    public int reset() {
        return Words.acquireInt(bytes, RESET_STATE);
    }

    /** The owner comes to a place in a reset; everything it stored before is visible to who sees it there. */
    public void reset(int state) {
        Words.releaseInt(bytes, RESET_STATE, state);
    }

    /** The owner says how far it has counted collective allocations and splits. */
    public void count(int regions, int splits) {
        Words.plainInt(bytes, RESET_REGIONS, regions);
        Words.plainInt(bytes, RESET_SPLITS, splits);
    }

    /** Collective allocations that the owner has counted; valid once {@link #reset} has shown that it is idle. */
    public int countedRegions() {
        return Words.plainInt(bytes, RESET_REGIONS);
    }

    /** Splits that the owner has counted; valid once {@link #reset} has shown that it is idle. */
    public int countedSplits() {
        return Words.plainInt(bytes, RESET_SPLITS);
    }
}
