package dev.negzero.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ControlLayoutTest {
    @Test
    void recordsOfAllRanksFit() {
        assertTrue(ControlLayout.RENDEZVOUS_DIGEST + 8 <= ControlLayout.RESET_STATE);
        assertTrue(ControlLayout.FAULT_RECORDS + ControlLayout.MAX_RANKS * ControlLayout.FAULT_RECORD_BYTES
                <= ControlLayout.TOTAL);
    }

    /** The kernels write a record as consecutive words behind its flag; see poll.cuh. */
    @Test
    void fieldsFollowEachOther() {
        int[] words = {
            ControlLayout.RECORD_FLAG,
            ControlLayout.RECORD_KIND,
            ControlLayout.RECORD_RANK,
            ControlLayout.RECORD_EPOCH,
            ControlLayout.RECORD_SITE,
            ControlLayout.RECORD_MISSING,
            ControlLayout.RECORD_PEER,
            ControlLayout.RECORD_MY_DIGEST,
            ControlLayout.RECORD_PEER_DIGEST,
            ControlLayout.RECORD_ALGORITHMS,
            ControlLayout.RECORD_MY_COUNT
        };
        for (int i = 0; i < words.length; i++) {
            assertEquals(4 * i, words[i]);
        }
        assertEquals(ControlLayout.RECORD_MY_COUNT + 8, ControlLayout.RECORD_PEER_COUNT);
        assertTrue(ControlLayout.RECORD_PEER_COUNT + 8 <= ControlLayout.FAULT_RECORD_BYTES);
    }
}
