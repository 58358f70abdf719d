package dev.negzero.tests.packaging;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The jars that the build made, and their poms as they are published. */
final class Artifacts {
    static final String VERSION = System.getProperty("negzero.version");

    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
    static final List<String> WITH_JARS = List.of("annotations", "kernel-templates", "runtime", "processor");

    private Artifacts() {}

    static Path jar(String module) {
        Path jar = ROOT.resolve(module).resolve("target/negzero-" + module + "-" + VERSION + ".jar");
        if (!Files.exists(jar)) {
            throw new IllegalStateException("no " + jar + ": run mvn verify");
        }
        return jar;
    }

    /** Shading writes a pom of its own. */
    static Path pom(String module) {
        Path reduced = ROOT.resolve(module).resolve("dependency-reduced-pom.xml");
        return Files.exists(reduced) ? reduced : ROOT.resolve(module).resolve("pom.xml");
    }

    /** The library that comes with the kernel templates. */
    static Path gson() {
        return library("gson-");
    }

    /** A jar of this JVM's class path whose name begins so. */
    static Path library(String name) {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(path -> path.getFileName().toString().startsWith(name))
                .findFirst()
                .orElseThrow();
    }

    /** What a user's code is compiled and run with. */
    static List<Path> userPath() {
        return List.of(jar("annotations"), jar("runtime"), jar("kernel-templates"), gson());
    }

    static List<Path> processorPath() {
        return List.of(jar("processor"), jar("annotations"));
    }

    static String path(List<Path> files) {
        return files.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }

    static String path(Path first, List<Path> rest) {
        return path(Stream.concat(Stream.of(first), rest.stream()).toList());
    }
}
