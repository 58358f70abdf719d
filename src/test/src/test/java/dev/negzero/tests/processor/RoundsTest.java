package dev.negzero.tests.processor;

import static dev.negzero.tests.processor.Compiled.GOOD;
import static dev.negzero.tests.processor.Compiled.SUM;
import static dev.negzero.tests.processor.Compiled.source;
import static dev.negzero.tests.processor.Compiled.sums;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import javax.tools.JavaFileObject;
import org.junit.jupiter.api.Test;

/** P17 to P20: many faults, names that clash or are long, and determinism. */
class RoundsTest {
    private static final String IMPORTS =
            "package com.acme;\nimport dev.negzero.annotations.*;\nimport dev.negzero.runtime.*;\n";

    @Test
    void tenFaultsInOneFileAreTenErrors() {
        Compiled compiled = Compiled.of(sums(
                "dtype = DType.BF16, width = 3, groupSize = 1, scope = Scope.WAVEFRONT, maxBytes = 1",
                "@AllReduce(width = 5)",
                "int a(DeviceBuffer<F32> in, DeviceBuffer<BF16> out, int count);",
                "void b();",
                "@Barrier void c(long x);",
                "@Barrier void close() throws Exception;"));
        assertEquals(
                List.of(
                        "4: NZ110",
                        "4: NZ111",
                        "4: NZ112",
                        "4: NZ113",
                        "6: NZ110",
                        "7: NZ204",
                        "7: NZ214",
                        "7: NZ212",
                        "8: NZ201",
                        "9: NZ211",
                        "10: NZ205",
                        "10: NZ401"),
                compiled.messages().stream()
                        .map(message -> message.replaceFirst("^Sums.java:(\\d+: NZ\\d+)(?s:.*)$", "$1"))
                        .toList());
    }

    private static JavaFileObject at(String name, String text) {
        return source("com.acme." + name, IMPORTS + text);
    }

    @Test
    void theSameFilesAreAnErrorOnBoth() {
        String inner = "class A {\n@Collective(" + GOOD + ") interface B { " + SUM + " }\n}";
        String top = "@Collective(" + GOOD + ") interface A_B { " + SUM + " }";
        String text =
                "NZ402: two interfaces would generate the same files, or files that differ in case only; found %s and %s;"
                        + " rename one";
        Compiled.of(at("A", inner), at("A_B", top))
                .assertMessages(
                        "A.java:5: " + text.formatted("com.acme.A.B", "com.acme.A_B"),
                        "A_B.java:4: " + text.formatted("com.acme.A_B", "com.acme.A.B"));
    }

    @Test
    void filesThatDifferInCaseOnlyAreAnErrorOnBoth() {
        String text =
                "NZ402: two interfaces would generate the same files, or files that differ in case only; found %s and %s;"
                        + " rename one";
        Compiled.of(
                        at("Sums", "@Collective(" + GOOD + ") interface Sums { " + SUM + " }"),
                        at("SUMS", "@Collective(" + GOOD + ") interface SUMS { " + SUM + " }"))
                .assertMessages(
                        "SUMS.java:4: " + text.formatted("com.acme.SUMS", "com.acme.Sums"),
                        "Sums.java:4: " + text.formatted("com.acme.Sums", "com.acme.SUMS"));
    }

    @Test
    void longNamesAreShortened() {
        String outer = "O".repeat(120);
        String inner = "I".repeat(120);
        Compiled compiled = Compiled.of(at(
                        outer,
                        "class " + outer + " { @Collective(" + GOOD + ") interface " + inner + " { " + SUM + " } }"))
                .assertSucceeds();
        for (String path : compiled.generated().keySet()) {
            String file = path.substring(path.lastIndexOf('/') + 1);
            assertTrue(file.length() <= 255 - "class".length(), path);
            assertTrue(file.startsWith(outer + "_I"), path);
        }
    }

    @Test
    void outputsDependNeitherOnTheOrderOfSourcesNorOnTheRun() {
        JavaFileObject first = sums(GOOD, SUM, "@Barrier void meet();");
        JavaFileObject second = at("Other", "@Collective(" + GOOD + ") interface Other { " + SUM + " }");
        JavaFileObject third = at("Outer", "class Outer { @Collective(" + GOOD + ") interface In { " + SUM + " } }");
        Map<String, String> files =
                Compiled.of(first, second, third).assertSucceeds().generated();
        assertEquals(12, files.size());
        assertEquals(files, Compiled.of(third, second, first).assertSucceeds().generated());
        assertEquals(files, Compiled.of(first, second, third).assertSucceeds().generated());
    }

    @Test
    void outputsDoNotDependOnTheOrderOfMethods() {
        String meet = "@Barrier void meet();";
        Map<String, String> files =
                Compiled.of(sums(GOOD, SUM, meet)).assertSucceeds().generated();
        assertEquals(files, Compiled.of(sums(GOOD, meet, SUM)).assertSucceeds().generated());
    }
}
