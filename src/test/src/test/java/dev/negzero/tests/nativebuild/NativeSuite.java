package dev.negzero.tests.nativebuild;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A built suite, see {@code suite.cpp}.
 *
 * @param program the binary
 */
record NativeSuite(Path program) {
    /** Scenarios in which ranks make different calls. */
    static final String DISAGREEING = "counts,roots,methods";

    /** Seed of the random sequences of this JVM; {@code -Dnegzero.seed=} repeats one. */
    static final long SEED = Long.getLong("negzero.seed", System.nanoTime() & 0xFFFFFF);

    /** Builds the suite of a plan whose sources have been written. */
    static NativeSuite build(NativeBuild build) {
        return new NativeSuite(build.link("suite", "kernels.cpp", "suite.cpp"));
    }

    /**
     * Runs scenarios.
     *
     * @param scenarios names, comma-separated
     * @param calls collective calls of those scenarios that make many
     * @param deadline of each wait
     * @param limit of the whole run
     */
    Run run(String scenarios, long seed, int calls, Duration deadline, Duration limit) {
        List<String> command = new ArrayList<>();
        if (DISAGREEING.equals(scenarios)) {
            // Ranks that cut a message differently share no order of its bytes; what counts is that they are told.
            command.addAll(List.of("env", "TSAN_OPTIONS=report_bugs=0"));
        }
        command.addAll(List.of(
                program.toString(),
                scenarios,
                Long.toString(seed),
                Integer.toString(calls),
                Long.toString(deadline.toMillis()),
                Long.toString(limit.toSeconds())));
        return Run.of(limit.plusSeconds(10), program.getParent(), command);
    }
}
