package dev.negzero.tests.processor;

import static dev.negzero.tests.processor.Compiled.GOOD;
import static dev.negzero.tests.processor.Compiled.SUM;
import static dev.negzero.tests.processor.Compiled.source;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.puppycrawl.tools.checkstyle.Checker;
import com.puppycrawl.tools.checkstyle.ConfigurationLoader;
import com.puppycrawl.tools.checkstyle.PropertiesExpander;
import com.puppycrawl.tools.checkstyle.api.AuditEvent;
import com.puppycrawl.tools.checkstyle.api.AuditListener;
import com.puppycrawl.tools.checkstyle.api.CheckstyleException;
import dev.negzero.tests.tools.Program;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;
import javax.tools.JavaFileObject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

/** P23: generated launchers as a strict reviewer would have them. -Xlint:all -Werror stands in every compile test besides. */
class GeneratedLintTest {
    private static final String IMPORTS =
            "package com.acme;\nimport dev.negzero.annotations.*;\nimport dev.negzero.runtime.*;\n";

    /** Interfaces whose launchers differ in what they have: overloads, inheritance, nesting, deprecation, documentation. */
    private static final List<JavaFileObject> SOURCES = List.of(
            source("com.acme.TensorParallel", GoldenTest.INTERFACE),
            source(
                    "com.acme.Overloads",
                    IMPORTS + "@Collective(" + GOOD + ") interface Overloads extends AutoCloseable { " + SUM
                            + " @AllReduce void sum(SymmetricBuffer<BF16> in, SymmetricBuffer<BF16> out, long count);"
                            + " default void twice(DeviceBuffer<BF16> inOut, long count) { sum(inOut, inOut, count); }"
                            + " @Override void close(); }"),
            source(
                    "com.acme.Outer",
                    IMPORTS + "class Outer { interface Super<T extends Element> {"
                            + " @AllReduce(op = ReduceOp.AVG) void mean(DeviceBuffer<T> in, DeviceBuffer<T> out, long count); }"
                            + " @Deprecated @Collective(" + GOOD + ") interface Inner extends Super<BF16> {} }"));

    @TempDir
    private Path folder;

    private final List<Path> launchers = new ArrayList<>();
    private final List<Path> all = new ArrayList<>();

    @BeforeEach
    void generate() throws IOException {
        for (JavaFileObject source : SOURCES) {
            all.add(write(
                    source.getName().replaceFirst("^/+", ""),
                    source.getCharContent(true).toString()));
        }
        Compiled compiled = Compiled.of(SOURCES.toArray(JavaFileObject[]::new)).assertSucceeds();
        for (var file : compiled.generated().entrySet()) {
            if (file.getKey().endsWith(".java")) {
                launchers.add(write(file.getKey(), file.getValue()));
            }
        }
        all.addAll(launchers);
        assertEquals(SOURCES.size(), launchers.size());
    }

    private Path write(String path, String text) throws IOException {
        Path file = folder.resolve(path);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    private static List<String> checkstyle(List<Path> files) throws CheckstyleException {
        List<String> findings = new ArrayList<>();
        Checker checker = new Checker();
        checker.setModuleClassLoader(Checker.class.getClassLoader());
        checker.configure(ConfigurationLoader.loadConfiguration(
                "src/test/resources/checkstyle-for-generated-sources.xml", new PropertiesExpander(new Properties())));
        checker.addListener(new Collector(findings));
        checker.process(files.stream().map(Path::toFile).toList());
        checker.destroy();
        return findings;
    }

    /** Keeps what a check has found. */
    private record Collector(List<String> findings) implements AuditListener {
        @Override
        public void addError(AuditEvent event) {
            findings.add(new File(event.getFileName()).getName() + ":" + event.getLine() + ": " + event.getMessage());
        }

        @Override
        public void addException(AuditEvent event, Throwable failure) {
            throw new AssertionError(event.getFileName(), failure);
        }

        @Override
        public void auditStarted(AuditEvent event) {}

        @Override
        public void auditFinished(AuditEvent event) {}

        @Override
        public void fileStarted(AuditEvent event) {}

        @Override
        public void fileFinished(AuditEvent event) {}
    }

    @Test
    void checkstyleFindsNothing() throws CheckstyleException {
        assertEquals(List.of(), checkstyle(launchers));
    }

    @Test
    void checkstyleWouldFindSomething() throws CheckstyleException, IOException {
        Path bad = write("com/acme/Bad.java", "package com.acme;\nimport java.util.List;\nclass Bad { int x,y; }\n");
        assertTrue(checkstyle(List.of(bad)).size() > 2);
    }

    /** It reaches into javac, so it runs under the JDK that its version was chosen for. */
    @Test
    @EnabledForJreRange(min = JRE.JAVA_17, max = JRE.JAVA_17)
    void errorProneFindsNothing() throws IOException {
        errorProne(all).assertSucceeds();
        Path bad = write(
                "com/acme/Bad.java", "package com.acme;\nclass Bad { boolean is(String s) { return s == \"a\"; } }\n");
        Program program = errorProne(List.of(bad));
        assertTrue(program.output().contains("[ReferenceEquality]"), program.output());
    }

    private Program errorProne(List<Path> files) {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin/javac").toString()));
        for (String part :
                List.of("api", "code", "comp", "file", "main", "model", "parser", "processing", "tree", "util")) {
            command.add("-J--add-opens=jdk.compiler/com.sun.tools.javac." + part + "=ALL-UNNAMED");
        }
        command.addAll(List.of("-d", folder.resolve("out").toString(), "-Xlint:all,-path", "-Werror", "-proc:none"));
        command.addAll(List.of("-processorpath", System.getProperty("java.class.path")));
        command.addAll(List.of(
                "-cp",
                Compiled.CLASS_PATH.stream().map(File::getPath).collect(Collectors.joining(File.pathSeparator))));
        command.addAll(List.of("-XDcompilePolicy=simple", "--should-stop=ifError=FLOW", "-Xplugin:ErrorProne"));
        command.addAll(files.stream().map(Path::toString).toList());
        return Program.run(folder, command);
    }
}
