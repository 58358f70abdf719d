package dev.negzero.tests.gpu;

import dev.negzero.runtime.cuda.CudaEngine;
import dev.negzero.runtime.cuda.CudaUnavailable;
import dev.negzero.runtime.engine.EngineSetup;
import dev.negzero.runtime.engine.Probe;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Sends groups to one GPU while a class runs. Where {@code NEGZERO_REQUIRE} lists {@code gpu}, a missing one fails. With
 * {@code -Dnegzero.gpu.standin=host} the classes run on the host engine instead: that tests the tests, where there is no
 * GPU.
 */
final class GpuExtension implements ExecutionCondition, BeforeAllCallback, AfterAllCallback {
    private static final boolean STAND_IN = "host".equals(System.getProperty("negzero.gpu.standin"));
    /** Never closed: with it the GPU's context would go, and each test would have to wait for a new one. */
    private static @Nullable CudaEngine held;

    private static final String ABSENT = STAND_IN ? "" : absent();

    private final Map<String, String> before = new HashMap<>();

    private static String absent() {
        try {
            held = CudaEngine.open(new EngineSetup(2, 1_000_000_000L, Probe.NONE));
            System.out.println("GPU tests on " + held.arch());
            return "";
        } catch (CudaUnavailable e) {
            return "skipped: needs a GPU; " + e.getMessage();
        }
    }

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        if (ABSENT.isEmpty()) {
            return ConditionEvaluationResult.enabled("there is a GPU");
        }
        String required = System.getenv("NEGZERO_REQUIRE");
        if (required != null && Arrays.asList(required.split(",")).contains("gpu")) {
            throw new AssertionError("gpu is required here (NEGZERO_REQUIRE); " + ABSENT);
        }
        return ConditionEvaluationResult.disabled(ABSENT);
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        set("negzero.engine", STAND_IN ? "host" : "cuda");
        if (System.getProperty("negzero.devices") == null) {
            set("negzero.devices", "0");
        }
    }

    private void set(String property, String value) {
        before.put(property, System.getProperty(property));
        System.setProperty(property, value);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        before.forEach((property, value) -> {
            if (value == null) {
                System.clearProperty(property);
            } else {
                System.setProperty(property, value);
            }
        });
        before.clear();
    }
}
