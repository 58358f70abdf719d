package dev.negzero.runtime.cuda;

import dev.negzero.annotations.Scope;
import dev.negzero.plan.ControlLayout;
import dev.negzero.plan.KernelPlan;
import dev.negzero.runtime.RuntimeProblem;
import dev.negzero.runtime.engine.Engine;
import dev.negzero.runtime.engine.EngineSetup;
import dev.negzero.runtime.engine.RankPort;
import dev.negzero.runtime.signal.ControlRegion;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** The engine that runs collectives on NVIDIA GPUs. Each rank is a stream; a GPU may run several ranks. */
public final class CudaEngine implements Engine {
    /** Name of the engine. */
    public static final String NAME = "cuda";

    private final Driver driver;
    private final List<Gpu> gpus;
    private final Directory directory;
    private final KernelLibrary library;
    private final List<CudaRank> ranks = new ArrayList<>();

    private CudaEngine(Driver driver, EngineSetup setup, List<Gpu> gpus, KernelLibrary library) {
        this.driver = driver;
        this.gpus = gpus;
        this.directory = new Directory(setup.size());
        this.library = library;
    }

    /**
     * Opens the engine with all ranks in this process.
     *
     * @throws CudaUnavailable if there is no GPU, driver or binding; the message says what was looked for
     * @throws dev.negzero.runtime.LoadingException NZ834, NZ837 if the GPUs named can't be used together
     */
    public static CudaEngine open(EngineSetup setup) throws CudaUnavailable {
        Driver driver = Binding.open();
        return open(setup, driver, KernelLibrary.configured(driver), System.getProperty(GpuChoice.PROPERTY));
    }

    /** Opens the engine over a driver. */
    static CudaEngine open(
            EngineSetup setup,
            Driver driver,
            KernelLibrary library,
            @org.jspecify.annotations.Nullable String devices) {
        List<Integer> choice = GpuChoice.of(devices, setup.size(), driver.devices());
        Map<Integer, Integer> counts = new TreeMap<>();
        choice.forEach(ordinal -> counts.merge(ordinal, 1, Integer::sum));
        Map<Integer, Gpu> gpus = new TreeMap<>();
        // All ranks must launch equal grids, so each GPU leaves room for as many ranks as the fullest one has.
        int most = Collections.max(counts.values());
        counts.keySet().forEach(ordinal -> gpus.put(ordinal, Gpu.open(driver, ordinal, most)));
        CudaEngine engine = new CudaEngine(driver, setup, List.copyOf(gpus.values()), library);
        try {
            new PeerLinks(driver).connect(engine.gpus);
            List<ControlRegion> regions = new ArrayList<>();
            for (int rank = 0; rank < setup.size(); rank++) {
                regions.add(new ControlRegion(
                        ByteBuffer.allocateDirect(ControlLayout.TOTAL + 64).alignedSlice(64)));
            }
            for (int rank = 0; rank < setup.size(); rank++) {
                Gpu gpu = Objects.requireNonNull(gpus.get(choice.get(rank)));
                engine.ranks.add(new CudaRank(rank, setup, engine, driver, gpu, List.copyOf(regions)));
            }
            return engine;
        } catch (RuntimeException e) {
            engine.close();
            throw e;
        }
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String arch() {
        return gpus.get(0).arch();
    }

    @Override
    public RankPort port(int rank) {
        return ranks.get(rank);
    }

    Directory directory() {
        return directory;
    }

    KernelLibrary library() {
        return library;
    }

    /** The control regions of all ranks in device memory. */
    long[] controls() {
        return ranks.stream().mapToLong(CudaRank::control).toArray();
    }

    /** Refuses an interface whose kernels order memory for one GPU only, if the ranks are on several. */
    void requireScope(KernelPlan plan) {
        if (plan.scope() == Scope.DEVICE && gpus.size() > 1) {
            throw RuntimeProblem.DEVICE_SCOPE.loading(plan.sourceName() + " on " + gpus);
        }
    }

    /** Lets all kernels of all ranks see that something is wrong. */
    void alarm() {
        ranks.forEach(CudaRank::ring);
    }

    @Override
    public boolean canReset() {
        return true;
    }

    @Override
    public void reset() {
        ranks.forEach(CudaRank::drain);
        ranks.forEach(CudaRank::reset);
    }

    @Override
    public void close() {
        ranks.forEach(CudaRank::close);
        for (Gpu gpu : gpus) {
            driver.use(gpu.context());
            library.unload(gpu.context());
        }
        gpus.forEach(gpu -> driver.releaseContext(gpu.ordinal()));
    }
}
