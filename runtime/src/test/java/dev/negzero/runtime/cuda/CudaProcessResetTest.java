package dev.negzero.runtime.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.Scope;
import dev.negzero.plan.FaultKind;
import dev.negzero.plan.KernelPlan;
import dev.negzero.runtime.engine.Agreement;
import dev.negzero.runtime.engine.DomainPort;
import dev.negzero.runtime.engine.Engine;
import dev.negzero.runtime.engine.FaultSignal;
import dev.negzero.runtime.engine.Memory;
import dev.negzero.runtime.engine.RankPort;
import dev.negzero.runtime.signal.FaultRecord;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Resets of ranks that are processes. */
@Timeout(60)
class CudaProcessResetTest extends CudaProcesses {
    /** A rank that failed in the middle of a collective step has counted less than its peers. */
    @Test
    void allRanksResetTogether() throws IOException {
        List<FakeDriver> drivers = drivers(3, 1);
        List<Engine> engines = join(drivers, "group");
        KernelPlan plan = CudaEngineTest.plan(3, DType.F32, Scope.SYSTEM);
        List<DomainPort> domains = connect(engines, plan);
        long region = ((CudaRank) engines.get(0).port(0)).control();
        failures(3, rank -> {
            RankPort port = engines.get(rank).port(rank);
            if (rank == 1) {
                port.abort();
                return port;
            }
            return port.allocateSymmetric(64, Agreement.on("a buffer", "64"));
        });
        assertEquals(1, drivers.get(0).at(region, 4).getInt(0));
        all(3, rank -> {
            engines.get(rank).reset();
            return rank;
        });
        for (int rank = 0; rank < 3; rank++) {
            assertNull(engines.get(rank).port(rank).fault());
            Memory buffer = engines.get(rank).port(rank).allocate(64);
            CudaEngineTest.launch(domains.get(rank), plan, buffer, buffer, 5);
            engines.get(rank).port(rank).drain();
        }
        assertEquals(0, drivers.get(0).at(region, 4).getInt(0));
        List<Memory> buffers =
                all(3, rank -> engines.get(rank).port(rank).allocateSymmetric(64, Agreement.on("a buffer", "64")));
        assertEquals(
                1,
                buffers.stream()
                        .map(buffer -> ((CudaMemory) buffer).symmetricId())
                        .distinct()
                        .count());
        closeAll(engines);
        nothingIsLeft(drivers);
    }

    @Test
    void resetWithoutAPeer() throws IOException {
        deadline = 300_000_000L;
        List<FakeDriver> drivers = drivers(2, 1);
        List<Engine> engines = join(drivers, "group");
        FaultRecord record =
                assertThrows(FaultSignal.class, () -> engines.get(0).reset()).record();
        assertEquals(FaultKind.TIMEOUT, record.kind());
        assertEquals(0b10, record.missing());
        assertNotNull(engines.get(1).port(1).fault());
        closeAll(engines);
        nothingIsLeft(drivers);
    }
}
