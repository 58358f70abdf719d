package dev.negzero.runtime;

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
            case "auto" -> fallback(setup);
            case "cuda" ->
                throw RuntimeProblem.ENGINE_CUDA.loading("-D" + PROPERTY
                        + "=cuda, looked for an engine of that name in this runtime, which has: " + HostEngine.NAME);
            default ->
                throw RuntimeProblem.ENGINE_UNKNOWN.loading("-D" + PROPERTY + "=" + System.getProperty(PROPERTY));
        };
    }

    private static Engine fallback(EngineSetup setup) {
        if (SAID.compareAndSet(false, true)) {
            LOG.log(
                    System.Logger.Level.INFO,
                    "negzero runs on the host engine: this runtime has no GPU engine (-D" + PROPERTY
                            + "=host says so without this line)");
        }
        return HostEngine.threads(setup);
    }
}
