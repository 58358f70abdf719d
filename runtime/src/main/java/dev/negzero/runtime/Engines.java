package dev.negzero.runtime;

import dev.negzero.runtime.cuda.CudaEngine;
import dev.negzero.runtime.cuda.CudaUnavailable;
import dev.negzero.runtime.engine.Engine;
import dev.negzero.runtime.engine.EngineSetup;
import dev.negzero.runtime.host.HostEngine;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;

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
            default ->
                throw RuntimeProblem.ENGINE_UNKNOWN.loading("-D" + PROPERTY + "=" + System.getProperty(PROPERTY));
        };
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
            return CudaEngine.open(setup);
        } catch (CudaUnavailable e) {
            if (SAID.compareAndSet(false, true)) {
                LOG.log(
                        System.Logger.Level.INFO,
                        "negzero runs on the host engine: " + e.getMessage() + " (-D" + PROPERTY
                                + "=host says so without this line)");
            }
            return HostEngine.threads(setup);
        }
    }
}
