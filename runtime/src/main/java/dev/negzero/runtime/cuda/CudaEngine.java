package dev.negzero.runtime.cuda;

import dev.negzero.annotations.Scope;
import dev.negzero.plan.KernelPlan;
import dev.negzero.runtime.RuntimeProblem;
import dev.negzero.runtime.engine.Engine;
import dev.negzero.runtime.engine.EngineSetup;
import dev.negzero.runtime.engine.RankPort;
import dev.negzero.runtime.signal.ControlRegion;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The engine that runs collectives on NVIDIA GPUs. Each rank is a stream; a GPU may run several ranks. The ranks are all in
 * this process, or each is a process of its own, see {@link CudaProcess}.
 */
public final class CudaEngine implements Engine {
    /** Name of the engine. */
    public static final String NAME = "cuda";

    private final Driver driver;
    private final KernelLibrary library;
    /** Those of this process. */
    private final List<Gpu> gpus;
    /** Those of all ranks, for people; none twice. */
    private final List<String> places;

    private final List<CudaRank> ranks = new ArrayList<>();
    /** The way out of a group of processes; null if all ranks are here. */
    private final @Nullable Departure departure;

    /** What a rank that is a process of its own does before it frees what its peers have mapped. */
    interface Departure {
        /** Tells the peers, and waits for them for a while. */
        void leave(CudaRank rank);

        /** Removes what the peers found this rank by. */
        void close();
    }

    /** An engine without ranks. */
    CudaEngine(
            Driver driver, KernelLibrary library, List<Gpu> gpus, List<String> places, @Nullable Departure departure) {
        this.driver = driver;
        this.library = library;
        this.gpus = List.copyOf(gpus);
        this.places = List.copyOf(places);
        this.departure = departure;
    }

    /**
     * Refuses a machine that plainly has no driver, without loading native code to ask for it.
     *
     * @throws CudaUnavailable with what was looked for
     */
    public static void requireTraces() throws CudaUnavailable {
        Binding.requireTraces();
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
    static CudaEngine open(EngineSetup setup, Driver driver, KernelLibrary library, @Nullable String devices) {
        List<Integer> choice = GpuChoice.of(devices, setup.size(), driver.devices());
        Map<Integer, Integer> counts = new TreeMap<>();
        choice.forEach(ordinal -> counts.merge(ordinal, 1, Integer::sum));
        Map<Integer, Gpu> gpus = new TreeMap<>();
        // All ranks must launch equal grids, so each GPU leaves room for as many ranks as the fullest one has.
        int most = Collections.max(counts.values());
        try (Undo taken = new Undo()) {
            counts.keySet().forEach(ordinal -> {
                gpus.put(ordinal, Gpu.open(driver, ordinal, most));
                taken.with(() -> driver.releaseContext(ordinal));
            });
            taken.keep();
        }
        List<String> places = gpus.values().stream().map(Gpu::toString).toList();
        CudaEngine engine = new CudaEngine(driver, library, List.copyOf(gpus.values()), places, null);
        Directory directory = new ThreadDirectory(setup.size());
        try {
            new PeerLinks(driver).connect(engine.gpus);
            List<ControlRegion> regions = ThreadCircle.regions(setup.size());
            Circle circle = new ThreadCircle();
            for (int rank = 0; rank < setup.size(); rank++) {
                Gpu gpu = Objects.requireNonNull(gpus.get(choice.get(rank)));
                engine.add(rank, setup, new CudaRank.Parts(gpu, new Arena(driver, gpu), regions, directory, circle));
            }
            return engine;
        } catch (RuntimeException e) {
            engine.close();
            throw e;
        }
    }

    /** Adds a rank of this process. */
    CudaRank add(int index, EngineSetup setup, CudaRank.Parts parts) {
        CudaRank rank = CudaRank.open(index, setup, this, driver, parts);
        ranks.add(rank);
        return rank;
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
        return ranks.stream()
                .filter(r -> r.index() == rank)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("rank " + rank + " lives in another process"));
    }

    KernelLibrary library() {
        return library;
    }

    /** Refuses an interface whose kernels order memory for one GPU only, if the ranks are on several. */
    void requireScope(KernelPlan plan) {
        if (plan.scope() == Scope.DEVICE && places.size() > 1) {
            throw RuntimeProblem.DEVICE_SCOPE.loading(plan.sourceName() + " on " + places);
        }
    }

    @Override
    public void reset() {
        ranks.forEach(CudaRank::drain);
        ranks.forEach(CudaRank::offer);
        if (departure == null) {
            ranks.forEach(CudaRank::reset);
        } else {
            ranks.forEach(CudaRank::resetWithPeers);
        }
    }

    @Override
    public void close() {
        ranks.forEach(CudaRank::finish);
        if (departure != null) {
            ranks.forEach(departure::leave);
        }
        ranks.forEach(CudaRank::close);
        for (Gpu gpu : gpus) {
            driver.use(gpu.context());
            library.unload(gpu.context());
        }
        gpus.forEach(gpu -> driver.releaseContext(gpu.ordinal()));
        if (departure != null) {
            departure.close();
        }
    }
}
