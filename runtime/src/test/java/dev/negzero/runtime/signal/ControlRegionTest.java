package dev.negzero.runtime.signal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.plan.ControlLayout;
import dev.negzero.plan.FaultKind;
import dev.negzero.plan.FaultSite;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Fault records come out as they went in, at the layout's offsets, and the one that tells most is shown. */
class ControlRegionTest {
    private static final FaultRecord MISMATCH = new FaultRecord(
            FaultKind.MISMATCH, 3, 0xFFFFFFFF, FaultSite.SIGNATURE, 0, 5, -7, 7, 1, 4, 2, 15, 1L << 40, (1L << 55) + 1);

    private final ByteBuffer bytes = ByteBuffer.allocateDirect(ControlLayout.TOTAL);
    private final ControlRegion region = new ControlRegion(bytes);

    @Test
    void roundTrip() {
        assertFalse(region.failed());
        assertNull(region.primary());
        region.publish(MISMATCH);
        assertTrue(region.failed());
        assertEquals(MISMATCH, region.primary());
        int record = ControlLayout.FAULT_RECORDS + 3 * ControlLayout.FAULT_RECORD_BYTES;
        assertEquals(1, Words.plainInt(bytes, record + ControlLayout.RECORD_FLAG));
        assertEquals(1 | 2 << 8 | 4 << 16 | 15 << 24, Words.plainInt(bytes, record + ControlLayout.RECORD_ALGORITHMS));
        assertEquals(1L << 40, Words.plainLong(bytes, record + ControlLayout.RECORD_MY_COUNT));
        region.clearFaults();
        assertFalse(region.failed());
        assertNull(region.primary());
    }

    @Test
    void theOneThatTellsMost() {
        region.publish(FaultRecord.rendezvousTimeout(0, 2));
        region.publish(FaultRecord.abort(2, 0));
        region.publish(FaultRecord.abort(1, 0));
        assertEquals(FaultRecord.abort(1, 0), region.primary());
        region.publish(MISMATCH);
        assertEquals(MISMATCH, region.primary());
    }

    @Test
    void oneReportARank() {
        ControlRegion peer = new ControlRegion(ByteBuffer.allocateDirect(ControlLayout.TOTAL));
        FaultBoard board = new FaultBoard(List.of(region, peer), 0);
        assertEquals(FaultRecord.abort(0, 7), board.report(FaultRecord.abort(0, 7)));
        assertEquals(FaultRecord.abort(0, 7), board.report(FaultRecord.abort(0, 8)));
        assertEquals(FaultRecord.abort(0, 7), peer.primary());
    }
}
