package dev.negzero.runtime.cuda;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.Scope;
import dev.negzero.plan.KernelPlan;
import dev.negzero.runtime.GpuGroups;
import dev.negzero.runtime.cuda.OutOfMemorySweep.Stage;
import dev.negzero.runtime.engine.EngineSetup;
import dev.negzero.runtime.engine.Probe;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A GPU whose memory somebody else has; and the same on a driver without a device. */
@Timeout(300)
public class OutOfMemoryGpuTest {
    private static final int RANKS = 2;
    private static final long DEADLINE = 10_000_000_000L;
    private static final long SMALL = 1L << 30;

    /** What the sweeps open. */
    public static KernelPlan plan() {
        return CudaEngineTest.plan(RANKS, DType.F32, Scope.SYSTEM);
    }

    private static void everyStageFails(OutOfMemorySweep sweep, String engine) {
        Map<Stage, Integer> ends = sweep.run();
        System.out.println("memory," + engine + "," + ends);
        assertTrue(ends.containsKey(Stage.OPEN), ends::toString);
        assertTrue(ends.containsKey(Stage.LAUNCHER) || ends.containsKey(Stage.BUFFER), ends::toString);
    }

    @Tag("gpu")
    @Test
    void memoryOfAGpuRunsOut() {
        GpuGroups.requireGpu();
        List<DeviceMemory> memory = DeviceMemory.ofAll();
        try {
            everyStageFails(new OutOfMemorySweep(OutOfMemoryGpuTest::open, plan(), memory), CudaEngine.NAME);
        } finally {
            memory.forEach(DeviceMemory::close);
        }
    }

    private static CudaEngine open() {
        try {
            return CudaEngine.open(new EngineSetup(RANKS, DEADLINE, Probe.NONE));
        } catch (CudaUnavailable e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void memoryOfAFakeRunsOut() {
        SmallDriver driver = new SmallDriver(SMALL);
        try (DeviceMemory memory = new DeviceMemory(driver, 0, driver::free)) {
            everyStageFails(
                    new OutOfMemorySweep(() -> CudaEngineTest.open(driver, RANKS, null), plan(), List.of(memory)),
                    "fake");
        }
    }
}
