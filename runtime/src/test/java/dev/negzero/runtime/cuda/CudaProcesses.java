package dev.negzero.runtime.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.plan.KernelPlan;
import dev.negzero.runtime.engine.Agreement;
import dev.negzero.runtime.engine.DomainPort;
import dev.negzero.runtime.engine.Engine;
import dev.negzero.runtime.engine.EngineSetup;
import dev.negzero.runtime.engine.Kernels;
import dev.negzero.runtime.engine.Probe;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/** Tests with ranks that each have a driver of their own, as processes do. */
abstract class CudaProcesses {
    private static final byte[] IMAGE = {1, 2, 3};

    @TempDir
    Path folder;

    final FakeMachine machine = new FakeMachine();
    long deadline = 30_000_000_000L;

    CudaProcess process(FakeDriver driver, int localRank) {
        BinarySource source = (request, looked) -> List.of(IMAGE);
        KernelLibrary library = new KernelLibrary(driver, new KernelCache(null, false), List.of(source));
        return CudaProcess.open(driver, library, null, localRank);
    }

    /** Each rank on a thread of its own; an exception of any is thrown when all have ended. */
    static <T> List<T> all(int ranks, IntFunction<T> step) {
        List<CompletableFuture<T>> futures = IntStream.range(0, ranks)
                .mapToObj(
                        rank -> CompletableFuture.supplyAsync(() -> step.apply(rank), task -> new Thread(task).start()))
                .toList();
        CompletableFuture.allOf(futures.toArray(CompletableFuture[]::new))
                .handle((done, failure) -> done)
                .join();
        return futures.stream().map(CompletableFuture::join).toList();
    }

    /** What is thrown by each rank; null by one that succeeded. */
    static List<Throwable> failures(int ranks, IntFunction<?> step) {
        List<Throwable> failures = new ArrayList<>();
        for (Object result : all(ranks, rank -> {
            try {
                return step.apply(rank) == null ? "nothing" : "something";
            } catch (RuntimeException e) {
                return e;
            }
        })) {
            failures.add(result instanceof Throwable thrown ? thrown : null);
        }
        return failures;
    }

    List<FakeDriver> drivers(int ranks, int devices) {
        return IntStream.range(0, ranks)
                .mapToObj(rank -> new FakeDriver(devices, machine))
                .toList();
    }

    List<Engine> join(List<FakeDriver> drivers, String base) {
        int ranks = drivers.size();
        List<CudaProcess> processes = IntStream.range(0, ranks)
                .mapToObj(rank -> process(drivers.get(rank), rank))
                .toList();
        List<String> places = processes.stream().map(CudaProcess::place).toList();
        EngineSetup setup = new EngineSetup(ranks, deadline, Probe.NONE);
        return all(ranks, rank -> processes.get(rank).join(folder.resolve(base), rank, places, setup));
    }

    static List<DomainPort> connect(List<Engine> engines, KernelPlan plan) {
        return all(engines.size(), rank -> engines.get(rank)
                .port(rank)
                .connect(Kernels.of(plan), Agreement.on("launcher Sums", "digest")));
    }

    static void closeAll(List<Engine> engines) {
        all(engines.size(), rank -> {
            engines.get(rank).close();
            return rank;
        });
    }

    void nothingIsLeft(List<FakeDriver> drivers) throws IOException {
        for (FakeDriver driver : drivers) {
            assertTrue(driver.memory.isEmpty());
            assertTrue(driver.imports.isEmpty());
            assertTrue(driver.streams.isEmpty());
            assertTrue(driver.modules.isEmpty());
            assertTrue(driver.pinned.isEmpty());
        }
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(List.of(), files.toList());
        }
    }
}
