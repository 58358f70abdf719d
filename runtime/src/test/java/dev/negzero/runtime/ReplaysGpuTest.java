package dev.negzero.runtime;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Endurance of captured graphs on a GPU: replayed calls with random sizes, types, protocols and delays, each checked by a kernel.
 * {@code -Dnegzero.replays.calls=} sets their number for all groups together, {@code -Dnegzero.replays.seed=} the seed. The
 * launchers are those of {@link EveryCallGpuTest}, so their kernels are in the same cache.
 */
@Tag("gpu")
@Timeout(3600)
public class ReplaysGpuTest {
    private static final int SAMPLE = 20_000;

    @BeforeAll
    static void needsAGpu() {
        GpuGroups.require();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void everyCallIsRight(int form) {
        long seed = Long.getLong("negzero.replays.seed", System.nanoTime());
        long calls = Integer.getInteger("negzero.replays.calls", SAMPLE) / Replays.FORMS.size();
        System.out.println("seed " + seed);
        Replays.run(Replays.FORMS.get(form), calls, seed);
    }
}
