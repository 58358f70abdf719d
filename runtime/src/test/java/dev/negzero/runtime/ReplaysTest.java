package dev.negzero.runtime;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link ReplaysGpuTest} on whatever engine is here. {@code -Dnegzero.replays.calls=} sets the calls of each group. */
class ReplaysTest {
    private static final int SAMPLE = 3000;

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    @Timeout(600)
    void everyCallIsRight(int form) {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Replays.run(Replays.FORMS.get(form), Integer.getInteger("negzero.replays.calls", SAMPLE), seed);
    }
}
