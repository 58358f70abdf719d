package dev.negzero.runtime.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.Protocol;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.annotations.Scope;
import dev.negzero.plan.CallLayout;
import dev.negzero.plan.ControlLayout;
import dev.negzero.plan.FaultKind;
import dev.negzero.plan.FaultSite;
import dev.negzero.plan.KernelPlan;
import dev.negzero.plan.KernelPlanner;
import dev.negzero.plan.KernelVariant;
import dev.negzero.plan.MethodPlan;
import dev.negzero.plan.SignalLayout;
import dev.negzero.runtime.LoadingException;
import dev.negzero.runtime.engine.Agreement;
import dev.negzero.runtime.engine.DomainPort;
import dev.negzero.runtime.engine.EngineSetup;
import dev.negzero.runtime.engine.FaultSignal;
import dev.negzero.runtime.engine.Kernels;
import dev.negzero.runtime.engine.Memory;
import dev.negzero.runtime.engine.Probe;
import dev.negzero.runtime.engine.RankPort;
import dev.negzero.runtime.signal.FaultRecord;
import dev.negzero.spec.CollectiveSpec;
import dev.negzero.spec.MethodSpec;
import dev.negzero.spec.Operation;
import dev.negzero.spec.Signature;
import dev.negzero.spec.TypeShape;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the engine asks of the driver: regions, parameter blocks, faults, and that all of it is given back. */
@Timeout(30)
class CudaEngineTest {
    private static final long DEADLINE = 1_000_000_000L;
    private static final byte[] IMAGE = {1, 2, 3};

    static KernelPlan plan(int ranks, DType dtype, Scope scope) {
        MethodSpec method = new MethodSpec(
                "reduce",
                "reduce(DeviceBuffer,DeviceBuffer,long)",
                List.of("Sums"),
                List.of(Operation.ALL_REDUCE),
                ReduceOp.SUM,
                Protocol.AUTO,
                List.of(dtype),
                16 / dtype.bytes(),
                64 * 1024,
                MethodSpec.NO_ROOT,
                Set.of(),
                new Signature("void", List.of(), List.of(), List.of()));
        CollectiveSpec spec = new CollectiveSpec(
                "p",
                "Sums",
                "Sums",
                TypeShape.PLAIN,
                dtype,
                16 / dtype.bytes(),
                ranks,
                scope,
                64 * 1024,
                true,
                List.of(method),
                List.of());
        return new KernelPlanner().plan(spec);
    }

    static CudaEngine open(FakeDriver driver, int ranks, String devices) {
        BinarySource source = (request, looked) -> List.of(IMAGE);
        KernelLibrary library = new KernelLibrary(driver, new KernelCache(null, false), List.of(source));
        return CudaEngine.open(new EngineSetup(ranks, DEADLINE, Probe.NONE), driver, library, devices);
    }

    /** A collective step, each rank on its own thread. */
    static <T> List<T> all(CudaEngine engine, int ranks, Function<RankPort, T> step) {
        List<CompletableFuture<T>> futures = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            RankPort port = engine.port(rank);
            CompletableFuture<T> future = new CompletableFuture<>();
            new Thread(() -> {
                        try {
                            future.complete(step.apply(port));
                        } catch (Throwable e) {
                            future.completeExceptionally(e);
                        }
                    })
                    .start();
            futures.add(future);
        }
        // All of them first: when one rank's step throws, its peers may still be in theirs.
        CompletableFuture.allOf(futures.toArray(CompletableFuture[]::new))
                .handle((all, failure) -> all)
                .join();
        return futures.stream().map(CompletableFuture::join).toList();
    }

    static List<DomainPort> connect(CudaEngine engine, KernelPlan plan) {
        return all(
                engine,
                plan.groupSize(),
                port -> port.connect(Kernels.of(plan), Agreement.on("launcher Sums", "digest")));
    }

    static int launch(DomainPort domain, KernelPlan plan, Memory in, Memory out, long count) {
        MethodPlan method = plan.methods().get(0);
        KernelVariant variant = method.variants().get(0);
        return domain.launch(method, variant, in, 0, out, 0, count, CallLayout.NO_ROOT, null, true);
    }

    @Test
    void regionsAreFilledBeforePeersReachForThem() {
        FakeDriver driver = new FakeDriver(1);
        KernelPlan plan = plan(3, DType.F32, Scope.SYSTEM);
        try (CudaEngine engine = open(driver, 3, null)) {
            List<DomainPort> domains = connect(engine, plan);
            SignalLayout layout = plan.layout();
            for (int rank = 0; rank < 3; rank++) {
                Memory buffer = engine.port(rank).allocate(64);
                assertEquals(1, launch(domains.get(rank), plan, buffer, buffer, 5));
                FakeDriver.Launch launch = driver.launches.get(rank);
                long own = launch.call(CallLayout.DOMAIN + 8 * rank);
                ByteBuffer region = driver.at(own, layout.total());
                for (int at = 0; at < layout.lamport(); at += 4) {
                    assertEquals(0, region.getInt(at), "byte " + at);
                }
                for (long at = layout.lamport(); at < layout.total(); at += 4) {
                    assertEquals(SignalLayout.SENTINEL32, region.getInt((int) at), "byte " + at);
                }
            }
        }
    }

    @Test
    void wideRegionsHoldTheWideSentinel() {
        FakeDriver driver = new FakeDriver(1);
        KernelPlan plan = plan(2, DType.F64, Scope.SYSTEM);
        try (CudaEngine engine = open(driver, 2, null)) {
            List<DomainPort> domains = connect(engine, plan);
            Memory buffer = engine.port(0).allocate(64);
            launch(domains.get(0), plan, buffer, buffer, 5);
            SignalLayout layout = plan.layout();
            ByteBuffer region = driver.at(driver.launches.get(0).call(CallLayout.DOMAIN), layout.total());
            assertTrue(layout.lamport64Bytes() > 0);
            for (long at = layout.lamport64(); at < layout.total(); at += 8) {
                assertEquals(SignalLayout.SENTINEL64, region.getLong((int) at), "byte " + at);
            }
        }
    }

    @Test
    void parameterBlockOfACall() {
        FakeDriver driver = new FakeDriver(2);
        KernelPlan plan = plan(2, DType.BF16, Scope.SYSTEM);
        try (CudaEngine engine = open(driver, 2, null)) {
            List<DomainPort> domains = connect(engine, plan);
            List<Memory> inputs =
                    all(engine, 2, port -> port.allocateSymmetric(1000, Agreement.on("a buffer", "1000")));
            Memory out = engine.port(1).allocate(1000);
            MethodPlan method = plan.methods().get(0);
            KernelVariant variant = method.variants().get(0);
            domains.get(1).launch(method, variant, inputs.get(1), 200, out, 6, 300, CallLayout.NO_ROOT, null, true);
            FakeDriver.Launch launch = driver.launches.get(0);
            assertEquals(101, launch.context());
            assertEquals(variant.entryPoint(), launch.kernel());
            assertEquals(1, launch.block().getInt(0));
            assertEquals(variant.shape().threads(), launch.block().getInt(12));
            // Alone on its GPU, so the next grid may be scheduled early.
            assertEquals(1, launch.block().getInt(48));
            assertEquals(((CudaMemory) inputs.get(1)).address() + 200, launch.call(CallLayout.INPUT));
            assertEquals(((CudaMemory) out).address() + 6, launch.call(CallLayout.OUTPUT));
            assertEquals(300, launch.call(CallLayout.COUNT));
            assertEquals(DEADLINE, launch.call(CallLayout.DEADLINE_NS));
            assertEquals(1, launch.word(CallLayout.RANK));
            int id = launch.word(CallLayout.SYMMETRIC_ID);
            assertEquals(200, launch.call(CallLayout.SYMMETRIC_OFFSET));
            ByteBuffer entry = driver.at(launch.call(CallLayout.SYMMETRIC) + 16L * id, 16);
            assertEquals(((CudaMemory) inputs.get(0)).address(), entry.getLong(0));
            assertEquals(((CudaMemory) inputs.get(1)).address(), entry.getLong(8));
            assertEquals(((CudaRank) engine.port(0)).control(), launch.call(CallLayout.control(2)));
        }
    }

    @Test
    void faultOfAKernel() {
        FakeDriver driver = new FakeDriver(1);
        KernelPlan plan = plan(2, DType.BF16, Scope.SYSTEM);
        try (CudaEngine engine = open(driver, 2, null)) {
            List<DomainPort> domains = connect(engine, plan);
            driver.kernel = launch -> {
                for (int rank = 0; rank < 2; rank++) {
                    ByteBuffer control = driver.at(launch.call(CallLayout.control(2) + 8 * rank), ControlLayout.TOTAL);
                    int at = ControlLayout.FAULT_RECORDS + ControlLayout.FAULT_RECORD_BYTES;
                    control.putInt(at + ControlLayout.RECORD_KIND, FaultKind.TIMEOUT.code());
                    control.putInt(at + ControlLayout.RECORD_RANK, 1);
                    control.putInt(at + ControlLayout.RECORD_EPOCH, 7);
                    control.putInt(at + ControlLayout.RECORD_SITE, FaultSite.SIGNATURE.code());
                    control.putInt(at + ControlLayout.RECORD_MISSING, 1);
                    control.putInt(at + ControlLayout.RECORD_FLAG, 1);
                    control.putInt(ControlLayout.FAULT_SUMMARY, 1);
                }
            };
            Memory buffer = engine.port(0).allocate(64);
            launch(domains.get(0), plan, buffer, buffer, 5);
            engine.port(0).drain();
            FaultRecord record = engine.port(1).fault();
            assertNotNull(record);
            assertEquals(FaultKind.TIMEOUT, record.kind());
            assertEquals(1, record.rank());
            assertEquals(7, record.epoch());
            assertThrows(FaultSignal.class, () -> launch(domains.get(0), plan, buffer, buffer, 5));
            engine.reset();
            driver.kernel = launch -> {};
            assertEquals(1, launch(domains.get(0), plan, buffer, buffer, 5));
            engine.port(0).drain();
            assertEquals(null, engine.port(0).fault());
        }
    }

    @Test
    void abortReachesEveryKernel() {
        FakeDriver driver = new FakeDriver(1);
        try (CudaEngine engine = open(driver, 3, null)) {
            engine.port(1).abort();
            for (int rank = 0; rank < 3; rank++) {
                long control = ((CudaRank) engine.port(rank)).control();
                assertEquals(1, driver.at(control, 4).getInt(0));
                assertEquals(FaultKind.ABORT, engine.port(rank).fault().kind());
            }
        }
    }

    @Test
    void everythingIsGivenBack() {
        FakeDriver driver = new FakeDriver(2);
        KernelPlan plan = plan(4, DType.BF16, Scope.SYSTEM);
        CudaEngine engine = open(driver, 4, null);
        connect(engine, plan);
        engine.port(0).allocate(1 << 20);
        engine.close();
        assertTrue(driver.memory.isEmpty());
        assertTrue(driver.streams.isEmpty());
        assertTrue(driver.modules.isEmpty());
        assertTrue(driver.graphs.isEmpty());
        assertTrue(driver.pinned.isEmpty());
    }

    @Test
    void oneModuleForEachContext() {
        FakeDriver driver = new FakeDriver(2);
        KernelPlan plan = plan(4, DType.BF16, Scope.SYSTEM);
        try (CudaEngine engine = open(driver, 4, null)) {
            connect(engine, plan);
            connect(engine, plan);
            assertEquals(2, driver.images.size());
        }
    }

    @Test
    void closedRegionsAreUsedAgain() {
        FakeDriver driver = new FakeDriver(1);
        KernelPlan plan = plan(2, DType.BF16, Scope.SYSTEM);
        try (CudaEngine engine = open(driver, 2, null)) {
            connect(engine, plan).forEach(DomainPort::close);
            int slabs = driver.memory.size();
            for (int round = 0; round < 300; round++) {
                connect(engine, plan).forEach(DomainPort::close);
            }
            assertEquals(slabs, driver.memory.size());
        }
    }

    @Test
    void deviceScopeNeedsOneGpu() {
        FakeDriver driver = new FakeDriver(2);
        KernelPlan plan = plan(2, DType.BF16, Scope.DEVICE);
        try (CudaEngine engine = open(driver, 2, null)) {
            Throwable thrown = assertThrows(RuntimeException.class, () -> connect(engine, plan))
                    .getCause();
            assertEquals(
                    "NZ836: an interface with scope DEVICE needs all ranks on one GPU; found Sums on [GPU 0 (fake), GPU 1"
                            + " (fake)]; set scope = Scope.SYSTEM in the annotation, or put all ranks on one GPU with"
                            + " -Dnegzero.devices=",
                    thrown.getMessage());
        }
        try (CudaEngine engine = open(driver, 2, "1")) {
            connect(engine, plan);
        }
    }

    @Test
    void ranksThatDontFitTogether() {
        FakeDriver driver = new FakeDriver(1);
        driver.processors = 1;
        KernelPlan plan = plan(3, DType.BF16, Scope.SYSTEM);
        try (CudaEngine engine = open(driver, 3, null)) {
            Throwable thrown = assertThrows(RuntimeException.class, () -> connect(engine, plan))
                    .getCause();
            assertEquals(
                    "NZ835: the ranks that share a GPU can't all run at once, and would wait for each other for ever;"
                            + " found 3 ranks on GPU 0 (fake), which holds 2 blocks of nz_reduce_0_lamport_one_shot at"
                            + " once; put fewer ranks on each GPU",
                    thrown.getMessage());
        }
    }

    @Test
    void lostPeerStores() {
        FakeDriver driver = new FakeDriver(2) {
            @Override
            public void copy(long to, long from, long bytes, long stream) {
                fill(to, 0, bytes / 4, stream);
            }
        };
        assertEquals(
                "NZ834: two GPUs can't reach each other's memory; found GPU 0 (fake) loaded from memory of GPU 1 (fake)"
                        + " the word 7eed0003, 00000000 arrived at word 0; name GPUs that are linked with"
                        + " -Dnegzero.devices=, or put all ranks on one",
                assertThrows(LoadingException.class, () -> open(driver, 2, null))
                        .getMessage());
    }

    /**
     * Streams take the GPU's queues in turns when they are first used. Another one used between the ranks' would make two ranks
     * of a GPU slower: benchmarks/baselines/gpu-stream-places-h200.csv.
     */
    @Test
    void ranksStreamsAreTheFirstThatAreUsed() {
        Set<Long> used = new LinkedHashSet<>();
        FakeDriver noting = new FakeDriver(1) {
            @Override
            public void fill(long address, int word, long words, long stream) {
                used.add(stream);
                super.fill(address, word, words, stream);
            }

            @Override
            public void copyIn(long address, Pinned from, int offset, long bytes, long stream) {
                used.add(stream);
                super.copyIn(address, from, offset, bytes, stream);
            }

            @Override
            public void copyOut(Pinned to, int offset, long address, long bytes, long stream) {
                used.add(stream);
                super.copyOut(to, offset, address, bytes, stream);
            }
        };
        try (CudaEngine engine = open(noting, 3, null)) {
            all(
                    engine,
                    3,
                    port -> port.connect(Kernels.of(plan(3, DType.F32, Scope.SYSTEM)), Agreement.on("launcher", "it")));
            List<Long> streams = new ArrayList<>();
            for (int rank = 0; rank < 3; rank++) {
                streams.add(((CudaRank) engine.port(rank)).stream());
            }
            assertEquals(streams, List.copyOf(used));
            engine.port(1).abort();
            assertTrue(used.size() > streams.size(), "the alarms have streams of their own");
        }
    }
}
