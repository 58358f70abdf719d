package dev.negzero.runtime.signal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.negzero.plan.SignalLayout;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** A fresh region holds zeros, and its Lamport parts the sentinel of their word size, to the last byte. */
class SignalBufferTest {
    private static final SignalLayout LAYOUT = new SignalLayout(3, 5, 20, 6, 12, 4, 64, 160, 48, 80);

    private static ByteBuffer poisoned() {
        ByteBuffer bytes = ByteBuffer.allocateDirect((int) LAYOUT.total());
        for (int i = 0; i < bytes.capacity(); i++) {
            bytes.put(i, (byte) 0xA5);
        }
        return bytes;
    }

    @Test
    void init() {
        ByteBuffer bytes = poisoned();
        SignalBuffer.init(bytes, LAYOUT);
        for (int i = 0; i < LAYOUT.lamport(); i++) {
            assertEquals(0, bytes.get(i), "byte " + i);
        }
        for (int i = (int) LAYOUT.lamport(); i < LAYOUT.lamport64(); i += 4) {
            assertEquals(SignalLayout.SENTINEL32, Words.plainInt(bytes, i), "byte " + i);
        }
        for (int i = (int) LAYOUT.lamport64(); i < LAYOUT.total(); i += 8) {
            assertEquals(SignalLayout.SENTINEL64, Words.plainLong(bytes, i), "byte " + i);
        }
    }

    @Test
    void preset() {
        ByteBuffer bytes = poisoned();
        SignalBuffer.init(bytes, LAYOUT).preset(-1);
        for (int block = 0; block < LAYOUT.maxBlocks(); block++) {
            for (int lines : new int[] {
                SignalLayout.STATE_CALL, LAYOUT.stateLamport(), LAYOUT.stateLamport64(), LAYOUT.stateMailbox()
            }) {
                assertEquals(-1, Words.plainInt(bytes, lines + block * SignalLayout.STATE_LINE));
            }
            assertEquals(-1, Words.plainInt(bytes, LAYOUT.barriers() + 4 * block));
        }
        // The instances -1 and -2 went through banks 1 and 0; the next, 0, must not find a 0 there.
        int rows = 5 * 3;
        for (int i = 0; i < rows; i++) {
            assertEquals(-2, Words.plainInt(bytes, (int) LAYOUT.flags() + 4 * i));
            assertEquals(-1, Words.plainInt(bytes, (int) LAYOUT.flags() + 4 * (rows + i)));
        }
        assertEquals(0, Words.plainInt(bytes, (int) LAYOUT.flags() + 4 * 2 * rows));
    }

    @Test
    void presetOfTriples() {
        int[][] tagAfterCalls = {{1, 1}, {65534, 65534}, {65535, 65535}, {65536, 1}, {-2, 65534}, {-1, 65535}};
        for (int[] pair : tagAfterCalls) {
            ByteBuffer bytes = poisoned();
            SignalBuffer.init(bytes, LAYOUT).preset(pair[0]);
            assertEquals(pair[1], Words.plainInt(bytes, LAYOUT.stateTriples()));
        }
    }

    @Test
    void presetOfHandOffs() {
        ByteBuffer bytes = poisoned();
        SignalBuffer.init(bytes, LAYOUT).preset(-1);
        for (int peer = 0; peer < 3; peer++) {
            assertEquals(-1, Words.plainInt(bytes, SignalLayout.STATE_SENT + 4 * peer));
            assertEquals(-1, Words.plainInt(bytes, SignalLayout.STATE_RECEIVED + 4 * peer));
        }
        // The next tile's number is 0, and must not find a 0 in the flags.
        int rows = 2 * 4 * 3;
        for (int i = 0; i < rows; i++) {
            assertEquals(-1, Words.plainInt(bytes, (int) LAYOUT.handoffCounters() + 4 * i));
            assertEquals(-1, Words.plainInt(bytes, (int) LAYOUT.handoffFlags() + 4 * i));
        }
        assertEquals(0, Words.plainInt(bytes, (int) LAYOUT.handoffCounters() + 4 * rows));
        assertEquals(0, Words.plainInt(bytes, (int) LAYOUT.handoffFlags() + 4 * rows));
    }
}
