package dev.negzero.runtime;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** {@link CallsAheadTest} on GPUs: more calls than the driver's queue of a stream takes. */
@Tag("gpu")
@Timeout(60)
public class CallsAheadGpuTest {
    @BeforeAll
    static void needsAGpu() {
        GpuGroups.require();
    }

    @Test
    void calls() throws Exception {
        CallsAheadTest.callsOneByOne(20_000);
    }

    @Test
    void replays() throws Exception {
        CallsAheadTest.callsOfTapes(20_000);
    }

    @Test
    void aBatch() {
        CallsAheadTest.callsOfABatch(5_000);
    }
}
