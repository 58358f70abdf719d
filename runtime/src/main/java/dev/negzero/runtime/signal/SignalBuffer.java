package dev.negzero.runtime.signal;

import dev.negzero.plan.SignalLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;

/**
 * One rank's domain region: counters, flags and slots of one launcher, laid out by {@link SignalLayout}.
 *
 * <p>The owner initialises it, and only after a rendezvous behind that may a peer touch it: a peer that stored earlier
 * would have its first flag erased.
 */
public final class SignalBuffer {
    private static final int FILL_BYTES = 4096;

    private final ByteBuffer bytes;
    private final SignalLayout layout;

    private SignalBuffer(ByteBuffer bytes, SignalLayout layout) {
        this.bytes = bytes;
        this.layout = layout;
    }

    /**
     * Zeroes a region, fills its Lamport parts with the sentinel and makes that visible. The caller then holds the
     * rendezvous.
     *
     * @param bytes the region, {@link SignalLayout#total} bytes
     * @return the initialised buffer
     */
    public static SignalBuffer init(ByteBuffer bytes, SignalLayout layout) {
        fill(bytes, 0, layout.lamport(), 0L);
        long word = SignalLayout.SENTINEL32 & 0xFFFFFFFFL;
        fill(bytes, layout.lamport(), layout.lamport64(), word | (word << 32));
        fill(bytes, layout.lamport64(), layout.total(), SignalLayout.SENTINEL64);
        VarHandle.fullFence();
        return new SignalBuffer(bytes, layout);
    }

    /** The region. */
    public ByteBuffer bytes() {
        return bytes;
    }

    /** Its layout. */
    public SignalLayout layout() {
        return layout;
    }

    /**
     * For tests: turns the counters to where {@code calls} calls of each protocol would have left them (the call
     * counters, the epochs of the hand-offs between each two ranks, and the counters of each block after as many barrier
     * instances and tiles handed over), so that tests can start just below a wrap. All ranks must do the same, between
     * init and rendezvous.
     *
     * @param calls number of calls, unsigned; above 0
     */
    public void preset(int calls) {
        for (int block = 0; block < layout.maxBlocks(); block++) {
            int line = block * SignalLayout.STATE_LINE;
            Words.plainInt(bytes, SignalLayout.STATE_CALL + line, calls);
            Words.plainInt(bytes, layout.stateLamport() + line, calls);
            Words.plainInt(bytes, layout.stateLamport64() + line, calls);
            Words.plainInt(bytes, layout.stateMailbox() + line, calls);
            Words.plainInt(bytes, layout.stateTriples() + line, tripleTag(calls));
        }
        presetBarriers(calls);
        presetHandOffs(calls);
        VarHandle.fullFence();
    }

    /** Tags of 16 bits go from 1 to 65535 and start over. */
    private static int tripleTag(int calls) {
        return 1 + Integer.remainderUnsigned(calls - 1, 0xFFFF);
    }

    private void presetBarriers(int calls) {
        for (int block = 0; block < layout.maxBlocks(); block++) {
            Words.plainInt(bytes, layout.barriers() + 4 * block, calls);
            for (int writer = 0; writer < layout.groupSize(); writer++) {
                // What the peers' last two instances left: a zero here would release the instance that wraps to zero.
                Words.plainInt(bytes, flag(calls & 1, block, writer), calls);
                Words.plainInt(bytes, flag((calls + 1) & 1, block, writer), calls - 1);
            }
        }
    }

    private void presetHandOffs(int calls) {
        for (int peer = 0; peer < layout.groupSize(); peer++) {
            Words.plainInt(bytes, SignalLayout.STATE_SENT + 4 * peer, calls);
            Words.plainInt(bytes, SignalLayout.STATE_RECEIVED + 4 * peer, calls);
        }
        // The counters sent and received, and what the last tile left in the flags ready and taken.
        for (int i = 0; i < 2 * layout.handoffBlocks() * layout.groupSize(); i++) {
            Words.plainInt(bytes, Math.toIntExact(layout.handoffCounters() + 4L * i), calls);
            Words.plainInt(bytes, Math.toIntExact(layout.handoffFlags() + 4L * i), calls);
        }
    }

    private int flag(int bank, int block, int writer) {
        return Math.toIntExact(
                layout.flags() + 4L * (((long) bank * layout.maxBlocks() + block) * layout.groupSize() + writer));
    }

    private static void fill(ByteBuffer bytes, long from, long to, long word) {
        ByteBuffer pattern = ByteBuffer.allocateDirect(FILL_BYTES);
        for (int i = 0; i < FILL_BYTES; i += 8) {
            Words.plainLong(pattern, i, word);
        }
        for (long at = from; at < to; at += FILL_BYTES) {
            bytes.put((int) at, pattern, 0, (int) Math.min(FILL_BYTES, to - at));
        }
    }
}
