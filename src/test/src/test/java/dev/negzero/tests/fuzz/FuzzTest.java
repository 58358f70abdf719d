package dev.negzero.tests.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.negzero.emit.ManifestFuzz;
import dev.negzero.runtime.cuda.CacheFuzz;
import dev.negzero.runtime.group.JoinFuzz;
import dev.negzero.tests.tools.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Each target takes the committed inputs and then so many random ones, in a JVM of its own under Jazzer: no input may give
 * an exception that the target doesn't name, use up the memory, or run for long. {@code -Dnegzero.fuzz.times=} makes that many
 * times as many, {@code -Dnegzero.fuzz.seed=} runs those of a seed again.
 */
class FuzzTest {
    /** How much of Jazzer's output a failure shows. */
    private static final int TAIL = 4000;

    private static final Duration LONGEST = Duration.ofHours(2);

    private static final Pattern DONE = Pattern.compile("#(\\d+)\\s+DONE\\s+cov: (\\d+)");
    private static final Pattern TOOK = Pattern.compile("Done \\d+ runs in (\\d+) second");
    private static final Path CORPUS = Path.of("src/test/resources/fuzz");

    enum Target {
        MANIFEST(ManifestFuzz.class, 2_000),
        CACHE(CacheFuzz.class, 500),
        JOIN(JoinFuzz.class, 5_000),
        OPTIONS(OptionsFuzz.class, 3_000);

        private final Class<?> entry;
        private final int sample;

        Target(Class<?> entry, int sample) {
            this.entry = entry;
            this.sample = sample;
        }

        String id() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @TempDir
    private Path work;

    @BeforeAll
    static void needsTheNativePart() {
        Map<String, String> os = Map.of("name", System.getProperty("os.name"), "arch", System.getProperty("os.arch"));
        boolean has = os.get("name").equals("Linux") && os.get("arch").equals("amd64");
        if (!has) {
            System.out.println("skipped: Jazzer's native part was tried on x86-64 Linux only, this is " + os);
        }
        assumeTrue(has);
    }

    private Program jazzer(Class<?> entry, List<String> more) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                "com.code_intelligence.jazzer.Jazzer",
                "--target_class=" + entry.getName(),
                "--instrumentation_includes=dev.negzero.**:com.google.gson.**",
                // Its detectors look for servers that open a stranger's paths; here the paths are the user's own.
                "--custom_hook_includes=none",
                "--reproducer_path=" + work,
                "-artifact_prefix=" + kept(),
                "-timeout=20",
                "-rss_limit_mb=4096",
                "-max_len=16384"));
        command.addAll(more);
        return Program.run(work, LONGEST, command);
    }

    /** Inputs that fail are kept where a clean build removes them. */
    private static String kept() throws IOException {
        return Files.createDirectories(Path.of("target/fuzz")).toAbsolutePath() + "/";
    }

    @ParameterizedTest
    @EnumSource
    void onlyItsOwnErrors(Target target) throws IOException {
        long runs = target.sample * Long.getLong("negzero.fuzz.times", 1);
        long seed = Long.getLong("negzero.fuzz.seed", System.nanoTime() & Integer.MAX_VALUE);
        System.out.println("fuzz " + target.id() + " with -Dnegzero.fuzz.seed=" + seed);
        Path corpus = CORPUS.resolve(target.id()).toAbsolutePath();
        // What is found to be new goes to the first folder, and away with it.
        Path fresh = Files.createDirectory(work.resolve("fresh"));
        Program program =
                jazzer(target.entry, List.of("-seed=" + seed, "-runs=" + runs, fresh.toString(), corpus.toString()));
        assertEquals(0, program.status(), () -> tail(program));
        Matcher done = DONE.matcher(program.output());
        assertTrue(done.find(), () -> tail(program));
        assertTrue(Long.parseLong(done.group(1)) >= Math.max(runs, count(corpus)), done.group());
        Matcher took = TOOK.matcher(program.output());
        System.out.println("fuzz," + target.id() + "," + done.group(1) + "," + done.group(2) + ","
                + (took.find() ? took.group(1) : "?"));
    }

    private static String tail(Program program) {
        String output = program.output();
        return output.substring(Math.max(0, output.length() - TAIL));
    }

    private static long count(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.count();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
