package dev.negzero.runtime.cuda;

import dev.negzero.runtime.engine.Engine;
import dev.negzero.runtime.engine.EngineSetup;
import dev.negzero.runtime.signal.ControlRegion;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Opens the CUDA engine for one rank that is a process of its own. The ranks meet, and report faults, through control
 * regions in files that all map; they reach each other's device memory by the driver's handles.
 */
public final class CudaProcess {
    private static final String KIND = "GPU ";
    /** After a fault a peer may be gone: how long the others wait for it before they free what it may have mapped. */
    private static final long FAILED_NANOS = 1_000_000_000L;

    private final Driver driver;
    private final KernelLibrary library;
    private final int ordinal;
    private final String place;

    private CudaProcess(Driver driver, KernelLibrary library, int ordinal) {
        this.driver = driver;
        this.library = library;
        this.ordinal = ordinal;
        place = KIND + driver.identity(ordinal);
    }

    /**
     * Chooses a GPU.
     *
     * @param localRank which of the GPUs
     * @throws CudaUnavailable if there is no GPU, driver or binding; the message says what was looked for
     * @throws dev.negzero.runtime.LoadingException NZ837 if the GPUs named are not there
     */
    public static CudaProcess open(int localRank) throws CudaUnavailable {
        Driver driver = Binding.open();
        return open(driver, KernelLibrary.configured(driver), System.getProperty(GpuChoice.PROPERTY), localRank);
    }

    /** Chooses a GPU of a driver. */
    static CudaProcess open(Driver driver, KernelLibrary library, @Nullable String devices, int localRank) {
        List<Integer> choice = GpuChoice.of(devices, localRank + 1, driver.devices());
        return new CudaProcess(driver, library, choice.get(localRank));
    }

    /** What this process tells its peers of its GPU. */
    public String place() {
        return place;
    }

    /** Whether a peer runs on a GPU, by what it tells of itself. */
    public static boolean isPlace(String card) {
        return card.startsWith(KIND);
    }

    /**
     * Opens the engine and proves that all ranks reach each other. Collective.
     *
     * @param base start of the names of the files that the ranks map
     * @param rank the rank of this process
     * @param places what all ranks tell of their GPUs, in order
     * @throws dev.negzero.runtime.LoadingException NZ834 that names the pair that can't reach each other
     * @throws dev.negzero.runtime.engine.FaultSignal if a peer doesn't come, or has failed
     */
    public Engine join(Path base, int rank, List<String> places, EngineSetup setup) {
        ProcessFiles files = new ProcessFiles(base, rank, setup.size(), setup.deadlineNanos());
        try {
            List<ControlRegion> regions = files.controls();
            int most = places.stream()
                    .mapToInt(other -> Collections.frequency(places, other))
                    .max()
                    .orElse(1);
            Gpu gpu = Gpu.open(driver, ordinal, most);
            Arena arena = new Arena(driver, gpu);
            PeerImports imports = new PeerImports(driver);
            ProcessDirectory directory = new ProcessDirectory(driver, files.handles(), rank, arena, places, imports);
            ProcessCircle circle = new ProcessCircle(driver, base, setup.deadlineNanos(), places, imports);
            CudaEngine engine = new CudaEngine(
                    driver,
                    library,
                    List.of(gpu),
                    places.stream().distinct().toList(),
                    new Leaving(imports, directory, circle, files, setup.deadlineNanos()));
            enter(engine, rank, setup, new CudaRank.Parts(gpu, arena, regions, directory, circle), directory);
            return engine;
        } catch (RuntimeException e) {
            files.close();
            throw e;
        }
    }

    private static void enter(
            CudaEngine engine, int index, EngineSetup setup, CudaRank.Parts parts, ProcessDirectory directory) {
        try {
            CudaRank rank = engine.add(index, setup, parts);
            try {
                int region = rank.reachPeers();
                new PairProof(rank, directory, setup.size()).run(region);
            } catch (RuntimeException e) {
                // The peers must not wait for the rest of the proof.
                rank.abort();
                throw e;
            }
        } catch (RuntimeException e) {
            engine.close();
            throw e;
        }
    }

    private record Leaving(
            PeerImports imports,
            ProcessDirectory directory,
            ProcessCircle circle,
            ProcessFiles files,
            long deadlineNanos)
            implements CudaEngine.Departure {
        @Override
        public void leave(CudaRank rank) {
            rank.use();
            imports.close();
            long ifFailed = Math.min(deadlineNanos, FAILED_NANOS);
            circle.leave(() -> rank.fault() != null, deadlineNanos, ifFailed);
            directory.leave(() -> rank.fault() != null, deadlineNanos, ifFailed);
        }

        @Override
        public void close() {
            circle.close();
            files.close();
        }
    }
}
