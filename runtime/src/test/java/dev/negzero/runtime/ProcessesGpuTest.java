package dev.negzero.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.annotations.DType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Two ranks as processes that reach each other's memory by the driver's handles, each on a GPU of its own with {@code
 * -Dnegzero.devices=0,1}. On one GPU, which runs them in turns, fewer dtypes are tried.
 */
@Tag("gpu")
@Timeout(300)
public class ProcessesGpuTest {
    private static final int MOST_SECONDS = 200;
    private static final List<DType> SAMPLE = List.of(DType.BF16, DType.F64, DType.I8);

    @BeforeAll
    static void needsAGpu() {
        GpuGroups.require();
    }

    private static List<DType> dtypes() {
        String devices = System.getProperty("negzero.devices", "0");
        return devices.contains(",") ? EveryCallProcess.DTYPES : SAMPLE;
    }

    @Test
    void everyCallBetweenProcesses() throws IOException, InterruptedException {
        everyCall(dtypes());
    }

    private static void everyCall(List<DType> dtypes) throws IOException, InterruptedException {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        List<String> arguments = new ArrayList<>(List.of(Long.toString(seed)));
        dtypes.forEach(dtype -> arguments.add(dtype.name()));
        try (RankProcesses processes = new RankProcesses(EveryCallProcess.class, arguments)) {
            processes.awaitRank(0, MOST_SECONDS);
            processes.awaitRank(1, MOST_SECONDS);
        }
    }

    @Test
    void resetBehindARankThatThrew() throws IOException, InterruptedException {
        try (RankProcesses processes = new RankProcesses(FaultGpuProcess.class, List.of("reset"))) {
            processes.awaitRank(0, MOST_SECONDS);
            processes.awaitRank(1, MOST_SECONDS);
        }
    }

    /** The other rank is told within its deadline, and a new pair of processes finds the GPUs as they were. */
    @Test
    void killedInsideACall() throws IOException, InterruptedException {
        for (Path path : Path.values()) {
            try (RankProcesses processes = new RankProcesses(FaultGpuProcess.class, List.of("killed", path.name()))) {
                assertEquals(FaultGpuProcess.INSIDE, processes.line(1));
                assertTrue(processes.rank(1).destroyForcibly().waitFor(MOST_SECONDS, TimeUnit.SECONDS));
                processes.goOn(0);
                processes.awaitRank(0, MOST_SECONDS);
            }
        }
        everyCallBetweenProcesses();
    }

    /**
     * Stopped inside a call of each way, missed by the other rank within its deadline, and continued: then it is told as
     * well, and a reset brings both back. What its kernels wait for doesn't stop with it.
     */
    @Test
    void stoppedInsideACall() throws IOException, InterruptedException {
        try (RankProcesses processes = new RankProcesses(FaultGpuProcess.class, List.of("stopped"))) {
            for (Path path : Path.values()) {
                assertEquals(FaultGpuProcess.INSIDE, processes.line(1), path.name());
                processes.signal(1, "STOP");
                processes.goOn(0);
                assertEquals(FaultGpuProcess.MISSED, processes.line(0), path.name());
                processes.signal(1, "CONT");
                assertEquals(FaultGpuProcess.TOLD, processes.line(1), path.name());
                processes.goOn(0);
            }
            processes.awaitRank(0, MOST_SECONDS);
            processes.awaitRank(1, MOST_SECONDS);
        }
        everyCall(SAMPLE.subList(0, 1));
    }
}
