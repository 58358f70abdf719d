package dev.negzero.runtime;

import dev.negzero.runtime.cuda.CudaEngine;
import org.junit.jupiter.api.Assumptions;

/**
 * Where the GPU tests of this module run. With {@code -Dnegzero.gpu.standin=host} they run on the host engine instead: that
 * tests the tests, where there is no GPU.
 */
public final class GpuGroups {
    private static final boolean STAND_IN = "host".equals(System.getProperty("negzero.gpu.standin"));

    private GpuGroups() {}

    private static final class Found {
        /** What a group would run on here. */
        private static final String ENGINE = engine();

        private static String engine() {
            try (Group group = Group.open(2)) {
                return group.engine();
            }
        }
    }

    /** Whether groups run on GPUs here. */
    static boolean found() {
        return Found.ENGINE.equals(CudaEngine.NAME);
    }

    /** Skips the test, with the reason, where there is no GPU. */
    public static void requireGpu() {
        Assumptions.assumeTrue(found(), "needs a GPU: the group runs on the " + Found.ENGINE + " engine");
    }

    /** Skips the test, with the reason, where there is neither a GPU nor a stand-in. */
    static void require() {
        Assumptions.assumeTrue(found() || STAND_IN, "needs a GPU: the group runs on the " + Found.ENGINE + " engine");
    }
}
