package dev.negzero.tests.processor;

import static dev.negzero.tests.processor.Compiled.GOOD;
import static dev.negzero.tests.processor.Compiled.SUM;
import static dev.negzero.tests.processor.Compiled.source;
import static dev.negzero.tests.processor.Compiled.sums;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.processor.NegzeroProcessor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.List;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.Processor;
import javax.annotation.processing.RoundEnvironment;
import javax.annotation.processing.SupportedAnnotationTypes;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.TypeElement;
import javax.tools.JavaFileObject;
import org.junit.jupiter.api.Test;

/** P16: an interface that names a type which another processor generates in the same round waits for it. */
class DeferralTest {
    private static final String IMPORTS =
            "package com.acme;\nimport dev.negzero.annotations.*;\nimport dev.negzero.runtime.*;\n";

    private static final JavaFileObject LEAF =
            source("com.acme.Leaf", IMPORTS + "@Collective(" + GOOD + ") interface Leaf extends Late {}");

    /** Generates {@code com.acme.Late} in its first round. */
    @SupportedAnnotationTypes("*")
    private static final class Late extends AbstractProcessor {
        private final String text;
        private boolean done;

        Late(String text) {
            this.text = IMPORTS + text;
        }

        @Override
        public SourceVersion getSupportedSourceVersion() {
            return SourceVersion.latestSupported();
        }

        @Override
        public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
            if (!done) {
                done = true;
                try (Writer out = processingEnv
                        .getFiler()
                        .createSourceFile("com.acme.Late")
                        .openWriter()) {
                    out.write(text);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
            return false;
        }
    }

    private static Compiled javac(String late, JavaFileObject source) {
        return Compiled.of(List.of(), List.of(new Late(late), new NegzeroProcessor()), source);
    }

    private static Ecj ecj(JavaFileObject source, Processor... processors) {
        return Ecj.compile(List.of(), List.of(processors), source);
    }

    /** The same files under both compilers; under ecj in whichever order it calls the processors. */
    private static void assertComesLate(String late, JavaFileObject source, String launcher) {
        Compiled compiled = javac(late, source).assertSucceeds();
        assertTrue(compiled.generated().containsKey(launcher));
        for (Ecj other : List.of(
                ecj(source, new Late(late), new NegzeroProcessor()),
                ecj(source, new NegzeroProcessor(), new Late(late)))) {
            assertEquals(List.of(), other.problems());
            Compiled.assertSameFiles(compiled.generated(), other.generated());
        }
    }

    @Test
    void waitsForASuperInterface() {
        assertComesLate("public interface Late { " + SUM + " }", LEAF, "com/acme/LeafLauncher.java");
    }

    @Test
    void waitsForAConstant() {
        assertComesLate(
                "class Late { static final int WIDTH = 8; }",
                sums("dtype = DType.BF16, width = Late.WIDTH, groupSize = 2", SUM),
                "com/acme/SumsLauncher.java");
    }

    /** Only once it is there can be said that it is no buffer. Ecj has lost the place by then. */
    @Test
    void waitsForAParametersType() {
        String text = "NZ212: @AllReduce takes (DeviceBuffer<BF16> in, DeviceBuffer<BF16> out, long count); found"
                + " com.acme.Late out; declare parameter 2 as DeviceBuffer<BF16>";
        JavaFileObject source = sums(GOOD, "@AllReduce void f(DeviceBuffer<BF16> in, Late out, long count);");
        javac("class Late {}", source).assertMessages("Sums.java:6: " + text);
        List<String> problems =
                ecj(source, new NegzeroProcessor(), new Late("class Late {}")).problems();
        assertEquals(
                List.of(text),
                problems.stream()
                        .map(problem -> problem.replaceFirst("^.*?: ", ""))
                        .toList());
    }

    /** The error is the compiler's own: not one of ours besides. */
    @Test
    void aTypeThatNeverComesIsOneErrorThatNamesIt() {
        JavaFileObject argument =
                sums(GOOD, "@AllReduce void f(DeviceBuffer<Nowhere> in, DeviceBuffer<BF16> out, long count);");
        assertEquals(
                List.of(
                        "Sums.java:6: cannot find symbol\n  symbol:   class Nowhere\n  location: interface com.acme.Sums"),
                Compiled.of(argument).messages());
        assertEquals(
                List.of("Sums.java:6: Nowhere cannot be resolved to a type"),
                ecj(argument, new NegzeroProcessor()).problems());
        assertEquals(
                List.of("Leaf.java:4: cannot find symbol\n  symbol: class Late"),
                Compiled.of(LEAF).messages());
        assertEquals(
                List.of("Leaf.java:4: Late cannot be resolved to a type"),
                ecj(LEAF, new NegzeroProcessor()).problems());
    }

    /** Where types came late, ecj's view of an interface may be an old one, and silence would be the worst. */
    @Test
    void anInterfaceThatCannotBeReadAfterLateTypesIsNotLeftOutInSilence() {
        JavaFileObject source =
                sums(GOOD, "@AllReduce void f(DeviceBuffer<Nowhere> in, DeviceBuffer<BF16> out, long count);");
        assertEquals(
                List.of("Sums.java:5: NZ106: this interface names something that doesn't exist when the last round of"
                        + " annotation processing ends; found Nowhere; declare it; or, if another processor generates it and"
                        + " the compiler is ecj, generate it in a build step before this one"),
                ecj(source, new NegzeroProcessor(), new Late("class Late {}")).messages());
    }
}
