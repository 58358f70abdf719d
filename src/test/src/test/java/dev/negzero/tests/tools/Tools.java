package dev.negzero.tests.tools;

import java.io.File;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.opentest4j.TestAbortedException;

/**
 * Programs outside the JVM that some tests need: compilers, model checkers.
 *
 * <p>A test that needs one says so with {@link #require}. Where the program is absent the test is skipped with a printed
 * reason, unless the environment variable {@code NEGZERO_REQUIRE} (names, comma-separated) lists it: then the test
 * fails. CI lists what it installs, so that a test can't be skipped there unnoticed.
 */
public final class Tools {
    private static final Tools HERE = new Tools(
            folders(System.getenv("PATH"), System.getenv("CUDA_HOME")), System.getenv("NEGZERO_REQUIRE"), System.out);

    private final List<Path> folders;
    private final Set<String> required;
    private final PrintStream out;

    Tools(List<Path> folders, String required, PrintStream out) {
        this.folders = List.copyOf(folders);
        this.required = names(required);
        this.out = out;
    }

    /**
     * The program of this name.
     *
     * @param name file name as it would be typed, {@code clang-19}
     * @return its path
     * @throws TestAbortedException if it is absent; the test counts as skipped
     * @throws AssertionError if it is absent and {@code NEGZERO_REQUIRE} lists it
     */
    public static Path require(String name) {
        return HERE.get(name);
    }

    /** The program of this name, or empty; for tests that can do without it. */
    public static Optional<Path> find(String name) {
        return HERE.look(name);
    }

    Path get(String name) {
        return look(name).orElseThrow(() -> absent(name));
    }

    Optional<Path> look(String name) {
        return folders.stream()
                .map(folder -> folder.resolve(name))
                .filter(path -> Files.isRegularFile(path) && Files.isExecutable(path))
                .findFirst();
    }

    private RuntimeException absent(String name) {
        if (required.contains(name)) {
            throw new AssertionError(
                    name + " is required here (NEGZERO_REQUIRE) but stands in none of the folders " + folders);
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

    /** Folders of the PATH, then the CUDA toolkit's, which its installer leaves off the PATH. */
    static List<Path> folders(String path, String cudaHome) {
        Stream<String> listed = path == null ? Stream.empty() : Arrays.stream(path.split(File.pathSeparator));
        String cuda = cudaHome == null || cudaHome.isEmpty() ? "/usr/local/cuda" : cudaHome;
        return Stream.concat(listed, Stream.of(cuda + "/bin"))
                .filter(folder -> !folder.isEmpty())
                .map(Path::of)
                .toList();
    }
}
