package dev.negzero.runtime.cuda;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.Scope;
import dev.negzero.plan.CallLayout;
import dev.negzero.plan.KernelPlan;
import dev.negzero.plan.KernelVariant;
import dev.negzero.plan.MethodPlan;
import dev.negzero.runtime.ArgumentException;
import dev.negzero.runtime.engine.Agreement;
import dev.negzero.runtime.engine.DomainPort;
import dev.negzero.runtime.engine.FaultSignal;
import dev.negzero.runtime.engine.Memory;
import dev.negzero.runtime.engine.RankPort;
import dev.negzero.runtime.engine.RecordedCall;
import dev.negzero.runtime.engine.ReplayPort;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the engine asks of the driver for captured calls, and for memory and streams of others. */
@Timeout(30)
class CudaCaptureTest {
    private final FakeDriver driver = new FakeDriver(1);
    private final KernelPlan plan = CudaEngineTest.plan(2, DType.BF16, Scope.SYSTEM);

    private List<RecordedCall> calls(DomainPort domain, Memory buffer, int count) {
        MethodPlan method = plan.methods().get(0);
        KernelVariant variant = method.variants().get(0);
        List<RecordedCall> calls = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            calls.add(new RecordedCall(domain, method, variant, buffer, 0, buffer, 0, i, CallLayout.NO_ROOT, null));
        }
        return calls;
    }

    private List<ReplayPort> capture(CudaEngine engine, List<DomainPort> domains, int count) {
        return CudaEngineTest.all(
                engine,
                2,
                port -> port.capture(
                        calls(domains.get(port.index()), port.allocate(64), count), Agreement.on("calls", "same")));
    }

    @Test
    void graphsAreMadeOnceAndLaunchedOnTheRanksStream() {
        try (CudaEngine engine = CudaEngineTest.open(driver, 2, null)) {
            List<DomainPort> domains = CudaEngineTest.connect(engine, plan);
            int streams = driver.streams.size();
            ReplayPort replay = capture(engine, domains, 3).get(0);
            assertEquals(streams, driver.streams.size());
            assertEquals(2, driver.graphs.size());
            assertTrue(driver.captures.isEmpty());
            assertTrue(driver.launches.isEmpty());
            assertEquals(0, domains.get(0).epoch());
            replay.replay(true);
            Memory buffer = engine.port(0).allocate(64);
            assertEquals(4, CudaEngineTest.launch(domains.get(0), plan, buffer, buffer, 7));
            replay.replay(true);
            assertEquals(7, domains.get(0).epoch());
            assertArrayEquals(
                    new long[] {1, 2, 3, 7, 1, 2, 3},
                    driver.launches.stream()
                            .mapToLong(launch -> launch.call(CallLayout.COUNT))
                            .toArray());
        }
        assertTrue(driver.graphs.isEmpty());
    }

    /** Destroying a graph may wait for all kernels, so it waits for the next collective step. */
    @Test
    void closedGraphsAreDestroyedAtACollectiveStep() {
        try (CudaEngine engine = CudaEngineTest.open(driver, 2, null)) {
            List<DomainPort> domains = CudaEngineTest.connect(engine, plan);
            capture(engine, domains, 1).forEach(ReplayPort::close);
            assertEquals(2, driver.graphs.size());
            List<ReplayPort> second = capture(engine, domains, 2);
            assertEquals(2, driver.graphs.size());
            second.get(1).replay(true);
            assertEquals(2, driver.launches.size());
        }
    }

    @Test
    void failedGroupRefusesReplays() {
        try (CudaEngine engine = CudaEngineTest.open(driver, 2, null)) {
            List<ReplayPort> replays = capture(engine, CudaEngineTest.connect(engine, plan), 1);
            engine.port(1).abort();
            assertThrows(FaultSignal.class, () -> replays.get(0).replay(true));
            assertTrue(driver.launches.isEmpty());
        }
    }

    @Test
    void launchThatFailsInACapture() {
        FakeDriver failing = new FakeDriver(1) {
            @Override
            public void launch(LaunchBlock block) {
                throw new CudaException("cuLaunchKernelEx", 1, "invalid value", "");
            }
        };
        CudaEngine engine = CudaEngineTest.open(failing, 2, null);
        List<DomainPort> domains = CudaEngineTest.connect(engine, plan);
        int streams = failing.streams.size();
        Throwable thrown = assertThrows(RuntimeException.class, () -> capture(engine, domains, 1))
                .getCause();
        assertTrue(thrown instanceof CudaException, String.valueOf(thrown));
        assertEquals(streams, failing.streams.size());
        assertTrue(failing.graphs.isEmpty());
        engine.close();
        assertTrue(failing.memory.isEmpty());
    }

    @Test
    void memoryOfOthers() {
        FakeDriver two = new FakeDriver(2);
        try (CudaEngine engine = CudaEngineTest.open(two, 2, null)) {
            two.use(((CudaRank) engine.port(1)).gpu().context());
            long address = two.allocate(64);
            Memory memory = engine.port(1).wrap(address + 16, 8);
            assertEquals(8, memory.bytes());
            assertEquals(address + 16, ((CudaMemory) memory).address());
            memory.write(0, 8, (buffer, at, done, length) -> buffer.putLong(at, 0x1234));
            assertEquals(0x1234, two.at(address + 16, 8).getLong(0));
            memory.free();
            String text =
                    "NZ627: the address can't be used as a buffer; found address 0x%x, which is %s; rank 0 is on GPU"
                            + " 0 (fake); pass an address in memory of the rank's own GPU that is a multiple of the element's"
                            + " bytes";
            RankPort zero = engine.port(0);
            assertEquals(
                    text.formatted(address, "on GPU 1"),
                    assertThrows(ArgumentException.class, () -> zero.wrap(address, 8))
                            .getMessage());
            assertEquals(
                    text.formatted(8, "no device memory"),
                    assertThrows(ArgumentException.class, () -> zero.wrap(8, 8)).getMessage());
            two.free(address);
        }
        assertTrue(two.memory.isEmpty());
    }

    @Test
    void streamsOfOthers() {
        try (CudaEngine engine = CudaEngineTest.open(driver, 2, null)) {
            CudaRank rank = (CudaRank) engine.port(0);
            driver.orders.clear();
            rank.waitForStream(5);
            rank.makeStreamWait(6);
            String event = driver.orders.get(0).substring(2);
            assertEquals(
                    List.of("5>" + event, event + ">" + rank.stream(), rank.stream() + ">" + event, event + ">6"),
                    driver.orders);
        }
    }
}
