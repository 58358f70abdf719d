package dev.negzero.runtime.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.plan.KernelPlan;
import dev.negzero.runtime.LoadingException;
import dev.negzero.runtime.engine.Agreement;
import dev.negzero.runtime.engine.DomainPort;
import dev.negzero.runtime.engine.FaultSignal;
import dev.negzero.runtime.engine.Kernels;
import dev.negzero.runtime.engine.Memory;
import dev.negzero.runtime.engine.RankPort;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Opens a group, a launcher and a symmetric buffer where a test has left more and more memory, until all of it succeeds:
 * what fails says so, and leaves nothing behind.
 */
final class OutOfMemorySweep {
    /** How far an attempt came. */
    enum Stage {
        OPEN,
        LAUNCHER,
        BUFFER,
        DONE
    }

    private static final int RANKS = 2;
    private static final long FIRST_STEP = DeviceMemory.GRAIN;
    private static final long MOST_STEP = 64L << 20;

    private final Supplier<CudaEngine> open;
    private final KernelPlan plan;
    private final List<DeviceMemory> memory;

    /**
     * A sweep.
     *
     * @param open opens an engine of two ranks on the GPUs whose memory is given
     */
    OutOfMemorySweep(Supplier<CudaEngine> open, KernelPlan plan, List<DeviceMemory> memory) {
        this.open = open;
        this.plan = plan;
        this.memory = memory;
    }

    /** How many attempts ended in which stage. */
    Map<Stage, Integer> run() {
        Map<Stage, Integer> ends = new TreeMap<>();
        // What the driver keeps for itself it has from then on.
        assertEquals(Stage.DONE, attempt());
        Stage stage = Stage.OPEN;
        long left = 0;
        for (long step = FIRST_STEP; stage != Stage.DONE; step = Math.min(2 * step, MOST_STEP)) {
            long bytes = left;
            memory.forEach(gpu -> gpu.takeAllBut(bytes));
            // The driver may keep something when it fails in a new place, once: the second attempt must leave nothing.
            attempt();
            List<Long> taken = free();
            stage = attempt();
            ends.merge(stage, 1, Integer::sum);
            nothingIsLeft(taken, free(), bytes + " bytes left, failed at " + stage);
            memory.forEach(DeviceMemory::giveBack);
            left += step;
        }
        assertEquals(Stage.DONE, attempt());
        List<Long> behind = free();
        assertEquals(Stage.DONE, attempt());
        nothingIsLeft(behind, free(), "all given back, closed");
        return ends;
    }

    private List<Long> free() {
        return memory.stream().map(DeviceMemory::free).toList();
    }

    private static void nothingIsLeft(List<Long> before, List<Long> after, String when) {
        for (int gpu = 0; gpu < before.size(); gpu++) {
            long gone = before.get(gpu) - after.get(gpu);
            assertTrue(gone <= 0, gone + " bytes are gone: " + when);
        }
    }

    private Stage attempt() {
        CudaEngine engine;
        try {
            engine = open.get();
        } catch (LoadingException | CudaException e) {
            OutOfMemoryTest.assertNamed(e);
            return Stage.OPEN;
        }
        try (engine) {
            Map<Integer, DomainPort> domains = new ConcurrentHashMap<>();
            if (!succeeds(engine, port -> domains.put(port.index(), connect(port)))) {
                return Stage.LAUNCHER;
            }
            if (!succeeds(engine, port -> buffer(port))) {
                return Stage.BUFFER;
            }
            calls(engine, domains);
            return Stage.DONE;
        }
    }

    private DomainPort connect(RankPort port) {
        return port.connect(Kernels.of(plan), Agreement.on("launcher Sums", "digest"));
    }

    /** Takes a piece of memory of its own. */
    private static Memory buffer(RankPort port) {
        return port.allocateSymmetric(2 * Arena.SLAB, Agreement.on("a buffer", "same"));
    }

    private static boolean succeeds(CudaEngine engine, Consumer<RankPort> step) {
        List<RuntimeException> failures = OutOfMemoryTest.failures(engine, step);
        boolean named = false;
        for (RuntimeException e : failures) {
            if (!(e instanceof FaultSignal)) {
                OutOfMemoryTest.assertNamed(e);
                named = true;
            }
        }
        assertTrue(named || failures.isEmpty(), failures::toString);
        return failures.isEmpty();
    }

    private void calls(CudaEngine engine, Map<Integer, DomainPort> domains) {
        for (int rank = 0; rank < RANKS; rank++) {
            Memory buffer = engine.port(rank).allocate(64);
            CudaEngineTest.launch(domains.get(rank), plan, buffer, buffer, 5);
        }
        for (int rank = 0; rank < RANKS; rank++) {
            engine.port(rank).drain();
            assertEquals(null, engine.port(rank).fault());
        }
    }
}
