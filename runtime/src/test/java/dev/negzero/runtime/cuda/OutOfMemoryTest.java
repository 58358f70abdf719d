package dev.negzero.runtime.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.Scope;
import dev.negzero.plan.KernelPlan;
import dev.negzero.runtime.LoadingException;
import dev.negzero.runtime.RuntimeProblem;
import dev.negzero.runtime.engine.Agreement;
import dev.negzero.runtime.engine.DomainPort;
import dev.negzero.runtime.engine.FaultSignal;
import dev.negzero.runtime.engine.Kernels;
import dev.negzero.runtime.engine.Memory;
import dev.negzero.runtime.engine.RankPort;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The driver has no memory for one allocation, each in turn: whoever asked is told which call failed and how, nothing stays
 * allocated, and the next attempt is right.
 */
@Timeout(120)
class OutOfMemoryTest {
    private static final int CODE = 2;
    private static final String NAME = "CUDA_ERROR_OUT_OF_MEMORY";
    private static final int RANKS = 2;

    /** A driver that fails one allocation, whatever is allocated, and counts what is not given back. */
    private static final class Scarce extends ThinDriver {
        private final AtomicInteger allocations = new AtomicInteger();
        private final AtomicInteger held = new AtomicInteger();
        private volatile int fail = -1;

        Scarce(int devices) {
            super(devices);
        }

        private void take(String call) {
            if (allocations.getAndIncrement() == fail) {
                throw new CudaException(call, CODE, NAME, "");
            }
            held.incrementAndGet();
        }

        private void give() {
            held.decrementAndGet();
        }

        /** Fails the n-th allocation from now on, counted from 0; none if it is negative. */
        void failAt(int n) {
            allocations.set(0);
            fail = n;
        }

        @Override
        public long retainContext(int device) {
            take("cuDevicePrimaryCtxRetain");
            return super.retainContext(device);
        }

        @Override
        public void releaseContext(int device) {
            give();
            super.releaseContext(device);
        }

        @Override
        public long allocate(long bytes) {
            take("cuMemAlloc");
            return super.allocate(bytes);
        }

        @Override
        public void free(long address) {
            give();
            super.free(address);
        }

        @Override
        public Pinned allocatePinned(int bytes) {
            take("cuMemHostAlloc");
            return super.allocatePinned(bytes);
        }

        @Override
        public void freePinned(Pinned memory) {
            give();
            super.freePinned(memory);
        }

        @Override
        public long createStream() {
            take("cuStreamCreate");
            return super.createStream();
        }

        @Override
        public void destroyStream(long stream) {
            give();
            super.destroyStream(stream);
        }

        @Override
        public long createEvent(boolean timed) {
            take("cuEventCreate");
            return super.createEvent(timed);
        }

        @Override
        public void destroyEvent(long event) {
            give();
            super.destroyEvent(event);
        }

        @Override
        public long loadModule(byte[] image) {
            take("cuModuleLoadData");
            return super.loadModule(image);
        }

        @Override
        public void unloadModule(long module) {
            give();
            super.unloadModule(module);
        }
    }

    /** Of the project, with a stable code, and says which call failed with which result. */
    static void assertNamed(RuntimeException e) {
        String code = e instanceof CudaException cuda ? cuda.code() : ((LoadingException) e).code();
        RuntimeProblem problem = e instanceof CudaException ? RuntimeProblem.CUDA_CALL : RuntimeProblem.DEVICE_MEMORY;
        assertEquals(problem.code(), code);
        assertTrue(
                e.getMessage().matches(code + ": .* cu[A-Za-z]+ returned " + CODE + " \\(" + NAME + "\\).*"),
                e::toString);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "0,1"})
    void open(String devices) {
        Scarce driver = new Scarce(2);
        int failed = 0;
        while (true) {
            driver.failAt(failed);
            try (CudaEngine engine = CudaEngineTest.open(driver, RANKS, devices)) {
                break;
            } catch (LoadingException | CudaException e) {
                assertNamed(e);
            }
            assertNothingHeld(driver, "allocation " + failed + " failed");
            failed++;
        }
        assertNothingHeld(driver, "closed");
        // Contexts, and for each rank a stream, a slab, three pinned buffers, three events, the alarm's stream and
        // word.
        assertTrue(failed >= RANKS * 9, failed + " allocations");
        theNextGroupIsRight(driver, devices);
    }

    private static void assertNothingHeld(Scarce driver, String when) {
        assertEquals(0, driver.held.get(), when);
        assertTrue(driver.memory.isEmpty(), when);
        assertTrue(driver.pinned.isEmpty(), when);
        assertTrue(driver.streams.isEmpty(), when);
        assertTrue(driver.modules.isEmpty(), when);
    }

    private static void theNextGroupIsRight(Scarce driver, String devices) {
        driver.failAt(-1);
        KernelPlan plan = CudaEngineTest.plan(RANKS, DType.F32, Scope.SYSTEM);
        try (CudaEngine engine = CudaEngineTest.open(driver, RANKS, devices)) {
            launches(driver, engine, plan, CudaEngineTest.connect(engine, plan));
        }
        assertNothingHeld(driver, "closed again");
    }

    private static void launches(Scarce driver, CudaEngine engine, KernelPlan plan, List<DomainPort> domains) {
        int before = driver.launches.size();
        for (int rank = 0; rank < RANKS; rank++) {
            Memory buffer = engine.port(rank).allocate(64);
            CudaEngineTest.launch(domains.get(rank), plan, buffer, buffer, 5);
            buffer.free();
        }
        assertEquals(before + RANKS, driver.launches.size());
    }

    /** What each rank's step gave, as {@code Group.run} does it: who throws tells the peers. */
    static List<RuntimeException> failures(CudaEngine engine, Consumer<RankPort> step) {
        List<RuntimeException> failures = Collections.synchronizedList(new ArrayList<>());
        CudaEngineTest.all(engine, RANKS, port -> {
            try {
                step.accept(port);
            } catch (RuntimeException e) {
                port.abort();
                failures.add(e);
            }
            return port;
        });
        return failures;
    }

    /** A launcher is opened: its kernels are loaded, once for both ranks; the regions fit into memory that is there. */
    @Test
    void connect() {
        KernelPlan plan = CudaEngineTest.plan(RANKS, DType.F32, Scope.SYSTEM);
        everyAllocationOf(1, port -> port.connect(Kernels.of(plan), Agreement.on("launcher Sums", "digest")));
    }

    /** A buffer that takes a piece of memory of its own. */
    @Test
    void symmetricBuffer() {
        everyAllocationOf(RANKS, port -> port.allocateSymmetric(2 * Arena.SLAB, Agreement.on("a buffer", "same")));
    }

    private static void everyAllocationOf(int least, Consumer<RankPort> step) {
        Scarce driver = new Scarce(1);
        KernelPlan plan = CudaEngineTest.plan(RANKS, DType.F32, Scope.SYSTEM);
        Set<Integer> pieces = new HashSet<>(Set.of(piecesWithoutAFailure(driver, plan, step)));
        int failed = 0;
        while (true) {
            try (CudaEngine engine = CudaEngineTest.open(driver, RANKS, null)) {
                driver.failAt(failed);
                List<RuntimeException> failures = failures(engine, step);
                if (failures.isEmpty()) {
                    break;
                }
                assertEquals(RANKS, failures.size(), failures::toString);
                failures.forEach(e -> {
                    if (!(e instanceof FaultSignal)) {
                        assertNamed(e);
                    }
                });
                assertTrue(failures.stream().anyMatch(e -> !(e instanceof FaultSignal)), failures::toString);
                driver.failAt(-1);
                engine.reset();
                launches(driver, engine, plan, CudaEngineTest.connect(engine, plan));
                assertEquals(List.of(), failures(engine, step));
                pieces.add(driver.memory.size());
            }
            assertNothingHeld(driver, "allocation " + failed + " failed");
            failed++;
        }
        assertTrue(failed >= least, failed + " allocations");
        assertEquals(1, pieces.size(), "what a failed step took is used again, or not: pieces " + pieces);
        assertNothingHeld(driver, "closed");
    }

    /** Pieces of device memory that a group holds in which no step failed. */
    private static int piecesWithoutAFailure(Scarce driver, KernelPlan plan, Consumer<RankPort> step) {
        try (CudaEngine engine = CudaEngineTest.open(driver, RANKS, null)) {
            launches(driver, engine, plan, CudaEngineTest.connect(engine, plan));
            assertEquals(List.of(), failures(engine, step));
            return driver.memory.size();
        }
    }
}
