package dev.negzero.tests.packaging;

import dev.negzero.tests.tools.Program;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.opentest4j.TestAbortedException;

/**
 * A JDK of this machine, whose javac and java run as programs of their own.
 *
 * @param home its folder
 */
record Jdk(Path home) {

    /** The one that runs the tests. */
    static Jdk here() {
        return new Jdk(Path.of(System.getProperty("java.home")));
    }

    /** One of this release, from JAVA25_HOME and the like or /usr/lib/jvm; without one the test is skipped, and says so. */
    static Jdk of(int release) {
        return candidates(release).stream()
                .map(Jdk::new)
                .filter(jdk -> jdk.release() == release)
                .findFirst()
                .orElseThrow(() -> {
                    String reason = "skipped: needs a JDK " + release + ", which is neither in JAVA" + release
                            + "_HOME nor in /usr/lib/jvm";
                    System.out.println(reason);
                    return new TestAbortedException(reason);
                });
    }

    private static List<Path> candidates(int release) {
        List<Path> candidates = new ArrayList<>(List.of(here().home()));
        Optional.ofNullable(System.getenv("JAVA" + release + "_HOME"))
                .map(Path::of)
                .ifPresent(candidates::add);
        Path known = Path.of("/usr/lib/jvm");
        if (Files.isDirectory(known)) {
            try (Stream<Path> folders = Files.list(known)) {
                folders.sorted().forEach(candidates::add);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return candidates;
    }

    private int release() {
        Path file = home.resolve("release");
        if (!Files.exists(file) || !Files.exists(home.resolve("bin/javac"))) {
            return -1;
        }
        try (Stream<String> lines = Files.lines(file)) {
            return lines.filter(line -> line.startsWith("JAVA_VERSION="))
                    .map(line -> line.replaceAll("[^0-9.]", "").replaceFirst("\\..*", ""))
                    .mapToInt(Integer::parseInt)
                    .findFirst()
                    .orElse(-1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Program javac(Path folder, List<String> arguments) {
        return run("javac", folder, arguments);
    }

    /** On the host engine, by its name: without a GPU the runtime would tell that it fell back to it. */
    Program java(Path folder, List<String> arguments) {
        List<String> all = new ArrayList<>(List.of("-Dnegzero.engine=host"));
        all.addAll(arguments);
        return run("java", folder, all);
    }

    private Program run(String tool, Path folder, List<String> arguments) {
        List<String> command =
                new ArrayList<>(List.of(home.resolve("bin").resolve(tool).toString()));
        command.addAll(arguments);
        return Program.run(folder, command);
    }
}
