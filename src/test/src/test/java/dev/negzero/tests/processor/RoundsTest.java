package dev.negzero.tests.processor;

import static dev.negzero.tests.processor.Compiled.GOOD;
import static dev.negzero.tests.processor.Compiled.SUM;
import static dev.negzero.tests.processor.Compiled.source;
import static dev.negzero.tests.processor.Compiled.sums;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.processor.NegzeroProcessor;
import dev.negzero.spec.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.Processor;
import javax.annotation.processing.RoundEnvironment;
import javax.annotation.processing.SupportedAnnotationTypes;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.TypeElement;
import javax.tools.JavaFileObject;
import org.junit.jupiter.api.Test;

/** P16 to P20: types that come late, many faults, names that clash or are long, and determinism. */
class RoundsTest {
    private static final String IMPORTS =
            "package com.acme;\nimport dev.negzero.annotations.*;\nimport dev.negzero.runtime.*;\n";

    /** Generates one source in its first round. */
    @SupportedAnnotationTypes("*")
    private static final class Late extends AbstractProcessor {
        private final String name;
        private final String text;
        private boolean done;

        Late(String name, String text) {
            this.name = name;
            this.text = text;
        }

        @Override
        public SourceVersion getSupportedSourceVersion() {
            return SourceVersion.latestSupported();
        }

        @Override
        public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
            if (!done) {
                done = true;
                try (Writer out =
                        processingEnv.getFiler().createSourceFile(name).openWriter()) {
                    out.write(text);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
            return false;
        }
    }

    /** Works under javac. Ecj has no further round for it, so there it must be an error, and not silence. */
    private static void assertComesLate(
            String late, JavaFileObject source, String launcher, String place, String missing) {
        Processor first = new Late("com.acme.Late", IMPORTS + late);
        Compiled compiled = Compiled.of(List.of(), List.of(first, new NegzeroProcessor()), source)
                .assertSucceeds();
        assertTrue(compiled.generated().containsKey(launcher));
        Processor last = new Late("com.acme.Late", IMPORTS + late);
        Ecj ecj = Ecj.compile(List.of(), List.of(new NegzeroProcessor(), last), source);
        assertEquals(List.of(place + ": " + Problem.UNRESOLVED.text("name", missing)), ecj.messages());
    }

    @Test
    void waitsForASuperInterfaceOfAnotherProcessor() {
        assertComesLate(
                "public interface Late { " + SUM + " }",
                at("Leaf", "@Collective(" + GOOD + ") interface Leaf extends Late {}"),
                "com/acme/LeafLauncher.java",
                "Leaf.java:4",
                "Late");
    }

    @Test
    void waitsForAConstantOfAnotherProcessor() {
        assertComesLate(
                "class Late { static final int WIDTH = 8; }",
                sums("dtype = DType.BF16, width = Late.WIDTH, groupSize = 2", SUM),
                "com/acme/SumsLauncher.java",
                "Sums.java:5",
                "width");
    }

    @Test
    void aTypeThatNeverComesIsOneErrorThatNamesIt() {
        Compiled compiled = Compiled.of(
                sums(GOOD, "@AllReduce void f(DeviceBuffer<Nowhere> in, DeviceBuffer<BF16> out, long count);"));
        assertEquals(
                List.of(
                        "Sums.java:6: cannot find symbol\n  symbol:   class Nowhere\n  location: interface com.acme.Sums"),
                compiled.messages());
    }

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
