package dev.negzero.tests.packaging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.tests.tools.Program;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** P12, P20, P22, P23: the processor's jar under the compilers and paths that builds use. Outputs are the same everywhere. */
class CompilersIT {
    private static final String SUMS = """
            package com.acme;
            import dev.negzero.annotations.*;
            import dev.negzero.runtime.*;
            /** Gr\\u00fc\\u00dfe, \\u603b. */
            @Collective(dtype = DType.BF16, width = 8, groupSize = 2)
            public interface Sums {
                /** \\u00b5. */
                @AllReduce void \\u603b\\u548c(DeviceBuffer<BF16> gr\\u00fc\\u00dfe, DeviceBuffer<BF16> out, long count);
                @Barrier void meet();
            }
            """;
    private static final String MAIN = """
            package com.acme;
            import dev.negzero.runtime.*;
            public class Main {
                private Main() {}
                public static void main(String[] args) {
                    try (Group group = Group.open(2)) {
                        group.run(rank -> System.out.println(Launchers.open(Sums.class, rank).getClass().getName()));
                    }
                }
            }
            """;

    private static final String ECJ = "org.eclipse.jdt.internal.compiler.batch.Main";

    @TempDir
    private static Path shared;

    private static Map<String, String> reference;

    @TempDir
    private Path folder;

    @BeforeEach
    void write() throws IOException {
        write(folder);
    }

    private static void write(Path folder) throws IOException {
        Files.writeString(folder.resolve("Sums.java"), SUMS);
        Files.writeString(folder.resolve("Main.java"), MAIN);
    }

    /** All generated files of a compilation but classes, by path. */
    private Map<String, String> generated(Jdk jdk, List<String> options) {
        return generated(folder, jdk, options);
    }

    private static Map<String, String> generated(Path folder, Jdk jdk, List<String> options) {
        Path out = folder.resolve("out-" + System.nanoTime());
        List<String> arguments = new ArrayList<>(List.of("-Xlint:all,-options", "-Werror", "-d", out.toString()));
        arguments.addAll(options);
        arguments.addAll(List.of("Sums.java", "Main.java"));
        jdk.javac(folder, arguments).assertSucceeds();
        return texts(out);
    }

    private static Map<String, String> texts(Path out) {
        Map<String, String> texts = new TreeMap<>();
        try (Stream<Path> files = Files.walk(out)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (!file.toString().endsWith(".class")) {
                    texts.put(out.relativize(file).toString(), Files.readString(file));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return texts;
    }

    private static List<String> classPath(String... more) {
        List<String> options = new ArrayList<>(List.of("-cp", Artifacts.path(Artifacts.userPath())));
        options.addAll(List.of(more));
        return options;
    }

    private static final String PROCESSOR = Artifacts.path(Artifacts.processorPath());

    /** By javac 17 from a processor path; what all others are compared with. */
    @BeforeAll
    static void makeReference() throws IOException {
        write(shared);
        reference = generated(shared, Jdk.of(17), classPath("-processorpath", PROCESSOR));
        assertEquals(4, reference.size(), reference.keySet()::toString);
    }

    @ParameterizedTest
    @ValueSource(ints = {17, 25})
    void processorPathAndProcessorModulePath(int release) {
        Jdk jdk = Jdk.of(release);
        assertEquals(reference, generated(jdk, classPath("-processorpath", PROCESSOR)));
        assertEquals(reference, generated(jdk, classPath("--processor-module-path", PROCESSOR)));
    }

    /** There the launcher has one annotation more: that {@code @Generated} is of a module which others needn't read. */
    /** Ecj as a program of its own, which finds the processor as a service. */
    @ParameterizedTest
    @CsvSource({"17, -processorpath", "17, --processor-module-path", "25, -processorpath", "25, --processor-module-path"
    })
    void ecj(int release, String path) {
        Path out = folder.resolve("out");
        List<String> arguments =
                new ArrayList<>(List.of("-cp", Artifacts.library("ecj-").toString(), ECJ));
        arguments.addAll(List.of("--release", "17", "-encoding", "UTF-8", "-failOnWarning"));
        arguments.addAll(List.of("-d", out.toString(), "-s", out.toString()));
        arguments.addAll(classPath(path, PROCESSOR));
        arguments.addAll(List.of("Sums.java", "Main.java"));
        Jdk.of(release).java(folder, arguments).assertSucceeds();
        Map<String, String> texts = texts(out);
        assertEquals(reference.keySet(), texts.keySet());
        reference.forEach((file, text) -> assertEquals(text, texts.get(file), file));
    }

    @ParameterizedTest
    @ValueSource(ints = {17, 25})
    void codeInANamedModule(int release) throws IOException {
        Files.writeString(
                folder.resolve("module-info.java"),
                "module com.acme { requires transitive dev.negzero.runtime; requires java.compiler; exports com.acme; }");
        Map<String, String> named = generated(
                Jdk.of(release),
                List.of(
                        "-p",
                        Artifacts.path(Artifacts.userPath()),
                        "--processor-module-path",
                        PROCESSOR,
                        "module-info.java"));
        named.computeIfPresent(
                "com/acme/SumsLauncher.java", (path, text) -> text.replace("@SuppressWarnings(\"exports\")\n", ""));
        assertEquals(reference, named);
    }

    @Test
    void aNamedModuleRuns() throws IOException {
        Files.writeString(
                folder.resolve("module-info.java"),
                "module com.acme { requires dev.negzero.runtime; exports com.acme; }");
        Path out = folder.resolve("out");
        Jdk.here()
                .javac(
                        folder,
                        List.of(
                                "-d",
                                out.toString(),
                                "-p",
                                Artifacts.path(Artifacts.userPath()),
                                "-processorpath",
                                PROCESSOR,
                                "module-info.java",
                                "Sums.java",
                                "Main.java"))
                .assertSucceeds();
        Program run = Jdk.here()
                .java(folder, List.of("-p", Artifacts.path(out, Artifacts.userPath()), "-m", "com.acme/com.acme.Main"))
                .assertSucceeds();
        assertEquals("com.acme.SumsLauncher\ncom.acme.SumsLauncher\n", run.output());
    }

    /** With everything on one class path: a processor is run by default up to JDK 22, and by -proc:full since. */
    @Test
    void onTheClassPathAlone() {
        List<Path> all = Stream.concat(Artifacts.userPath().stream(), Artifacts.processorPath().stream())
                .distinct()
                .toList();
        assertEquals(reference, generated(Jdk.of(17), List.of("-cp", Artifacts.path(all))));
        assertEquals(reference, generated(Jdk.of(25), List.of("-cp", Artifacts.path(all), "-proc:full")));
        assertEquals(Map.of(), generated(Jdk.of(25), List.of("-cp", Artifacts.path(all))));
    }

    @Test
    void theRuntimeSaysWhichSettingIsMissing() {
        Path out = folder.resolve("out");
        List<String> arguments = classPath("-proc:none", "-d", out.toString(), "Sums.java", "Main.java");
        Jdk.here().javac(folder, arguments).assertSucceeds();
        Program run =
                Jdk.here().java(folder, List.of("-cp", Artifacts.path(out, Artifacts.userPath()), "com.acme.Main"));
        assertFalse(run.status() == 0, run.output());
        for (String expected : List.of(
                "NZ801: the generated launcher is missing: the negzero annotation processor did not run; found no class"
                        + " com.acme.SumsLauncher",
                "<annotationProcessorPaths> of maven-compiler-plugin",
                "annotationProcessor in Gradle",
                "-processorpath of javac",
                "-proc:full")) {
            assertTrue(run.output().contains(expected), run.output());
        }
    }

    /** Launchers are written in the compiler's encoding, whatever it is; an ASCII file reads the same in all of them. */
    @ParameterizedTest
    @ValueSource(strings = {"US-ASCII", "ISO-8859-1", "IBM850"})
    void encodings(String encoding) {
        List<String> options = classPath("-processorpath", PROCESSOR, "-J-Dfile.encoding=" + encoding);
        options.addAll(List.of("-encoding", encoding));
        assertEquals(reference, generated(Jdk.of(17), options));
    }

    /** Where upper case has other letters than elsewhere, digits are others, or it is tomorrow. */
    @ParameterizedTest
    @CsvSource({"tr, TR, Pacific/Kiritimati", "ar, EG, America/Los_Angeles"})
    void localesAndTimeZones(String language, String country, String zone) {
        List<String> options = classPath("-processorpath", PROCESSOR, "-J-Duser.language=" + language);
        options.addAll(List.of("-J-Duser.country=" + country, "-J-Duser.timezone=" + zone));
        assertEquals(reference, generated(Jdk.of(17), options));
    }

    /** Classes of those names that hold nothing of what the processor calls stand before it on its path. */
    @Test
    void aUsersOwnLibrariesDoNotMeetOurs() throws IOException {
        Path clash = folder.resolve("clash");
        for (String name : List.of(
                "com.palantir.javapoet.JavaFile",
                "com.palantir.javapoet.TypeSpec",
                "com.google.gson.JsonParser",
                "com.google.gson.stream.JsonWriter",
                "dev.negzero.plan.KernelPlan")) {
            Path source = folder.resolve(name.replace('.', '/') + ".java");
            Files.createDirectories(source.getParent());
            int dot = name.lastIndexOf('.');
            Files.writeString(
                    source, "package " + name.substring(0, dot) + "; public class " + name.substring(dot + 1) + " {}");
            Jdk.here()
                    .javac(folder, List.of("-d", clash.toString(), source.toString()))
                    .assertSucceeds();
        }
        assertEquals(
                reference, generated(Jdk.of(17), classPath("-processorpath", clash + File.pathSeparator + PROCESSOR)));
    }
}
