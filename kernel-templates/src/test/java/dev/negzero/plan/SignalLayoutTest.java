package dev.negzero.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class SignalLayoutTest {
    private record Part(String name, long offset, long bytes) {}

    private static List<Part> parts(SignalLayout layout) {
        long n = layout.groupSize();
        long blocks = layout.maxBlocks();
        return List.of(
                new Part("sent", SignalLayout.STATE_SENT, 64),
                new Part("received", SignalLayout.STATE_RECEIVED, 64),
                new Part("arrivals", SignalLayout.STATE_ARRIVALS, 4),
                new Part("call", SignalLayout.STATE_CALL, 16 * blocks),
                new Part("lamport state", layout.stateLamport(), 16 * blocks),
                new Part("lamport64 state", layout.stateLamport64(), 16 * blocks),
                new Part("mailbox state", layout.stateMailbox(), 16 * blocks),
                new Part("triples state", layout.stateTriples(), 16 * blocks),
                new Part("inbox state", layout.stateInbox(), 16 * blocks),
                new Part("barriers", layout.barriers(), 4 * blocks),
                new Part("signatures", layout.signatures(), 2 * n * 32),
                new Part("flags", layout.flags(), 2 * blocks * n * 4),
                new Part("handoff staging", layout.handoffStaging(), layout.handoffStagingBytes()),
                new Part("mailbox", layout.mailbox(), 2 * n * layout.mailboxWords() * 8),
                new Part("inbox", layout.inbox(), 2 * layout.inboxBytes()),
                new Part("lamport", layout.lamport(), 3 * n * layout.lamportBytes()),
                new Part("lamport64", layout.lamport64(), 3 * n * layout.lamport64Bytes()),
                new Part("end", layout.total(), 0));
    }

    private static void check(SignalLayout layout) {
        List<Part> parts = parts(layout);
        for (int i = 1; i < parts.size(); i++) {
            Part before = parts.get(i - 1);
            Part part = parts.get(i);
            assertTrue(before.offset() + before.bytes() <= part.offset(), () -> before + " runs into " + part);
        }
        for (Part part : parts.subList(10, parts.size())) {
            assertEquals(0, part.offset() % 256, () -> part + " is aligned");
        }
        for (Part part : parts.subList(0, 10)) {
            assertEquals(0, part.offset() % (part.bytes() % 16 == 0 ? 16 : 4), () -> part + " is aligned");
        }
    }

    @Test
    void partsDoNotOverlapAndAreAligned() {
        for (int groupSize = 2; groupSize <= 16; groupSize++) {
            for (int blocks : new int[] {1, 2, 63, 64, 65, 1024}) {
                for (long bytes : new long[] {0, 16, 48, 4096, 8 << 20}) {
                    check(new SignalLayout(
                            groupSize, blocks, bytes / 4, bytes / 5, bytes / 4, blocks, bytes, bytes, bytes, bytes));
                    check(new SignalLayout(groupSize, blocks, 4, 0, 0, 0, 0, 32, bytes, 16));
                    check(new SignalLayout(groupSize, blocks, 0, 6, 0, 1, 32, bytes, 16, 0));
                }
            }
        }
    }

    /** 131072 x 4096 fp16 over two ranks: three generations pass 2^31 and 2^32 (G4). */
    @Test
    void offsetsPassThirtyTwoBits() {
        long bytes = 131072L * 4096 * 2;
        SignalLayout layout = new SignalLayout(2, 528, 0, 0, 0, 0, 0, 0, bytes, 0);
        check(layout);
        assertEquals(layout.lamport() + 6 * bytes, layout.total());
        assertTrue(layout.total() > 1L << 32);
    }

    @Test
    void sentinelsAreNegativeZeroInTheTopLane() {
        assertEquals(-0.0f, Float.intBitsToFloat(SignalLayout.SENTINEL32));
        assertEquals(-0.0, Double.longBitsToDouble(SignalLayout.SENTINEL64));
    }
}
