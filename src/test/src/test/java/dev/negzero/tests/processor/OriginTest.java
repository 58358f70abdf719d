package dev.negzero.tests.processor;

import static com.google.testing.compile.Compiler.javac;
import static dev.negzero.tests.processor.Compiled.GOOD;
import static dev.negzero.tests.processor.Compiled.SUM;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.testing.compile.Compilation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javax.annotation.processing.Filer;
import javax.lang.model.element.Element;
import javax.tools.JavaFileObject;
import javax.tools.StandardLocation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * P21: what Gradle asks of an isolating processor. Each file, resources too, has the interface that it is of as its one
 * originating element; resources are class output; nothing is read back, so there is no index to go stale.
 */
class OriginTest {
    private static final String IMPORTS =
            "package com.acme;\nimport dev.negzero.annotations.*;\nimport dev.negzero.runtime.*;\n";

    private static final JavaFileObject[] SOURCES = {
        Compiled.source(
                "com.acme.Sums",
                IMPORTS + "@DeviceHeader @Collective(" + GOOD + ") interface Sums extends Super<BF16> {}"),
        Compiled.source(
                "com.acme.Super",
                IMPORTS + "interface Super<T extends Element> {"
                        + " @AllReduce void sum(DeviceBuffer<T> in, DeviceBuffer<T> out, long count); }"),
        Compiled.source(
                "com.acme.Outer",
                IMPORTS + "class Outer { @Collective(" + GOOD + ") interface Inner { " + SUM + " } }"),
    };

    @TempDir
    private Path folder;

    /** File and originating elements, for each call that makes a file. */
    private static Set<String> made(Watched watched) {
        Set<String> made = new TreeSet<>();
        for (Watched.Call call : watched.calls()) {
            if (call.of() == Filer.class) {
                List<Object> arguments = call.arguments();
                boolean resource = call.method().equals("createResource");
                if (resource) {
                    assertEquals(StandardLocation.CLASS_OUTPUT, arguments.get(0));
                    assertEquals("", arguments.get(1));
                } else {
                    assertEquals("createSourceFile", call.method());
                }
                Object[] origins = (Object[]) arguments.get(arguments.size() - 1);
                made.add(arguments.get(resource ? 2 : 0) + " of "
                        + Arrays.stream(origins)
                                .map(origin -> ((Element) origin).toString())
                                .collect(Collectors.joining(" and ")));
            }
        }
        return made;
    }

    @Test
    void oneOriginatingElementForEachFile() throws IOException {
        Path nvcc = Files.writeString(folder.resolve("nvcc"), "#!/bin/sh\necho \"$@\" > image\n");
        Files.setPosixFilePermissions(nvcc, PosixFilePermissions.fromString("rwx------"));
        Watched watched = new Watched();
        Compilation compilation = javac().withClasspath(Compiled.CLASS_PATH)
                .withProcessors(watched)
                .withOptions("-Anegzero.nvcc=" + nvcc)
                .compile(SOURCES);
        assertEquals(Compilation.Status.SUCCESS, compilation.status());
        List<String> binaries =
                List.of(".cu", ".hip.cpp", ".json", ".sm_80.cubin", ".sm_90.cubin", ".compute_80.ptx", ".binaries");
        Set<String> expected = new TreeSet<>();
        for (String end : binaries) {
            expected.add("META-INF/negzero/com/acme/Sums" + end + " of com.acme.Sums");
            expected.add("META-INF/negzero/com/acme/Outer_Inner" + end + " of com.acme.Outer.Inner");
        }
        expected.add("META-INF/negzero/com/acme/Sums.device.cuh of com.acme.Sums");
        expected.add("com.acme.SumsLauncher of com.acme.Sums");
        expected.add("com.acme.Outer_InnerLauncher of com.acme.Outer.Inner");
        assertEquals(lines(expected), lines(made(watched)));
        assertEquals(
                expected.size(),
                compilation.generatedFiles().stream()
                        .filter(file -> file.getKind() != JavaFileObject.Kind.CLASS)
                        .count());
    }

    private static String lines(Set<String> all) {
        return String.join("\n", all);
    }

    /** Files of one interface are the same whatever else is compiled with it: what isolating means. */
    @Test
    void filesDoNotDependOnOtherInterfaces() {
        List<JavaFileObject> alone = new ArrayList<>(List.of(SOURCES[0], SOURCES[1]));
        var files = Compiled.of(alone.toArray(JavaFileObject[]::new))
                .assertSucceeds()
                .generated();
        assertEquals(5, files.size());
        var together = Compiled.of(SOURCES).assertSucceeds().generated();
        together.keySet().retainAll(files.keySet());
        assertEquals(files, together);
    }
}
