package dev.negzero.runtime;

import dev.negzero.runtime.cuda.CudaEngine;
import dev.negzero.runtime.cuda.CudaProcess;
import dev.negzero.runtime.cuda.CudaUnavailable;
import dev.negzero.runtime.engine.Engine;
import dev.negzero.runtime.engine.EngineSetup;
import dev.negzero.runtime.group.Job;
import dev.negzero.runtime.host.HostEngine;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Picks the engine that {@code -Dnegzero.engine=} asks for. */
final class Engines {
    static final String PROPERTY = "negzero.engine";

    private static final System.Logger LOG = System.getLogger("dev.negzero");
    private static final AtomicBoolean SAID = new AtomicBoolean();

    private Engines() {}

    /** Opens an engine whose ranks all live in this process. */
    static Engine open(EngineSetup setup) {
        return switch (System.getProperty(PROPERTY, "auto").toLowerCase(Locale.ROOT)) {
            case "host" -> HostEngine.threads(setup);
            case "auto" -> gpuElseHost(setup);
            case "cuda" -> cuda(setup);
            default -> throw unknown();
        };
    }

    /**
     * Opens the engine of one rank that is a process of its own, when all ranks have come.
     *
     * @return the engine, and the job whose files it uses
     */
    static Joined join(Membership me, EngineSetup setup) {
        CudaProcess gpu = processOnGpu(me);
        Job job = Job.join(me, gpu == null ? HostEngine.NAME : gpu.place(), setup.deadlineNanos());
        try {
            requireOneKind(me, job.cards());
            Engine engine = gpu == null
                    ? HostEngine.join(job.base(), me.rank(), setup)
                    : gpu.join(job.base(), me.rank(), job.cards(), setup);
            return new Joined(engine, job);
        } catch (RuntimeException e) {
            job.close();
            throw e;
        }
    }

    /** An engine, and the job whose files it uses. */
    record Joined(Engine engine, Job job) {}

    private static @Nullable CudaProcess processOnGpu(Membership me) {
        String asked = System.getProperty(PROPERTY, "auto").toLowerCase(Locale.ROOT);
        try {
            return switch (asked) {
                case "host" -> null;
                case "auto" -> {
                    CudaEngine.requireTraces();
                    yield CudaProcess.open(me.localRank());
                }
                case "cuda" -> CudaProcess.open(me.localRank());
                default -> throw unknown();
            };
        } catch (CudaUnavailable e) {
            if (asked.equals("cuda")) {
                throw RuntimeProblem.ENGINE_CUDA.loading("-D" + PROPERTY + "=cuda, but " + e.getMessage(), e);
            }
            sayHost(e);
            return null;
        }
    }

    private static void requireOneKind(Membership me, List<String> cards) {
        long onGpus = cards.stream().filter(CudaProcess::isPlace).count();
        if (onGpus != 0 && onGpus != cards.size()) {
            throw RuntimeProblem.JOIN.loading(me + ", where the ranks run on different engines, in order: " + cards);
        }
    }

    private static LoadingException unknown() {
        return RuntimeProblem.ENGINE_UNKNOWN.loading("-D" + PROPERTY + "=" + System.getProperty(PROPERTY));
    }

    private static void sayHost(CudaUnavailable reason) {
        if (SAID.compareAndSet(false, true)) {
            LOG.log(
                    System.Logger.Level.INFO,
                    "negzero runs on the host engine: " + reason.getMessage() + " (-D" + PROPERTY
                            + "=host says so without this line)");
        }
    }

    private static Engine cuda(EngineSetup setup) {
        try {
            return CudaEngine.open(setup);
        } catch (CudaUnavailable e) {
            throw RuntimeProblem.ENGINE_CUDA.loading("-D" + PROPERTY + "=cuda, but " + e.getMessage(), e);
        }
    }

    private static Engine gpuElseHost(EngineSetup setup) {
        try {
            CudaEngine.requireTraces();
            return CudaEngine.open(setup);
        } catch (CudaUnavailable e) {
            sayHost(e);
            return HostEngine.threads(setup);
        }
    }
}
