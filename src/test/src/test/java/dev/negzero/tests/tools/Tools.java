package dev.negzero.tests.tools;

import dev.negzero.cli.Programs;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.opentest4j.TestAbortedException;

/**
 * Programs outside the JVM that some tests need: compilers, model checkers.
 *
 * <p>A test that needs one says so with {@link #require}. Where the program is absent the test is skipped with a printed
 * reason, unless the environment variable {@code NEGZERO_REQUIRE} (names, comma-separated) lists it: then the test
 * fails. CI lists what it installs, so that a test can't be skipped there unnoticed.
 */
public final class Tools {
    private static final Tools HERE = new Tools(Programs.here(), System.getenv("NEGZERO_REQUIRE"), System.out);

    /** What a program calls, and can do nothing without. */
    private static final Map<String, String> CALLS = Map.of("nvcc", "gcc");

    private final Programs programs;
    private final Set<String> required;
    private final PrintStream out;

    Tools(Programs programs, String required, PrintStream out) {
        this.programs = programs;
        this.required = names(required);
        this.out = out;
    }

    /**
     * The program of this name.
     *
     * @param name file name as it would be typed, {@code clang-19}
     * @return its path
     * @throws TestAbortedException if it is absent, or one that it calls; the test counts as skipped
     * @throws AssertionError if {@code NEGZERO_REQUIRE} lists the absent one
     */
    public static Path require(String name) {
        return HERE.get(name);
    }

    /** The program of this name, or empty; for tests that can do without it. */
    public static Optional<Path> find(String name) {
        return HERE.programs.find(name);
    }

    Path get(String name) {
        Path program = programs.find(name).orElseThrow(() -> absent(name));
        if (CALLS.containsKey(name)) {
            get(CALLS.get(name));
        }
        return program;
    }

    private RuntimeException absent(String name) {
        if (required.contains(name)) {
            throw new AssertionError(name + " is required here (NEGZERO_REQUIRE) but stands in none of the folders "
                    + programs.folders());
        }
        String reason = "skipped: needs " + name + ", which is not on the PATH";
        out.println(reason);
        return new TestAbortedException(reason);
    }

    private static Set<String> names(String list) {
        return list == null
                ? Set.of()
                : Arrays.stream(list.split(","))
                        .map(String::strip)
                        .filter(name -> !name.isEmpty())
                        .collect(Collectors.toUnmodifiableSet());
    }
}
