package dev.negzero.tests.processor;

import static com.google.testing.compile.Compiler.javac;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.testing.compile.Compilation;
import com.google.testing.compile.JavaFileObjects;
import dev.negzero.annotations.Collective;
import dev.negzero.plan.KernelPlan;
import dev.negzero.processor.NegzeroProcessor;
import dev.negzero.runtime.Communicator;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.annotation.processing.Processor;
import javax.tools.Diagnostic;
import javax.tools.JavaFileObject;

/** One compilation with the processor, all lints on and warnings as errors, and what came of it. */
final class Compiled {
    /** What a user's compilation has: the annotations and the runtime with its own dependency. */
    static final List<File> CLASS_PATH =
            List.of(folder(Collective.class), folder(Communicator.class), folder(KernelPlan.class));

    private final Compilation compilation;

    private Compiled(Compilation compilation) {
        this.compilation = compilation;
    }

    static Compiled of(JavaFileObject... sources) {
        return of(List.of("-Xlint:all", "-Werror"), List.of(new NegzeroProcessor()), sources);
    }

    static Compiled of(List<String> options, List<Processor> processors, JavaFileObject... sources) {
        return new Compiled(javac().withClasspath(CLASS_PATH)
                .withOptions(options)
                .withProcessors(processors)
                .compile(sources));
    }

    static JavaFileObject source(String qualifiedName, String text) {
        return JavaFileObjects.forSourceString(qualifiedName, text);
    }

    /** {@code com.acme.Sums}: annotation on line 4, interface on line 5, members from line 6. */
    static JavaFileObject sums(String annotation, String... members) {
        String head = "package com.acme;\n"
                + "import dev.negzero.annotations.*;\n"
                + "import dev.negzero.runtime.*;\n"
                + "@Collective(" + annotation + ")\n"
                + "public interface Sums {\n";
        return source("com.acme.Sums", head + String.join("\n", members) + "\n}\n");
    }

    /** Values that break no rule. */
    static final String GOOD = "dtype = DType.BF16, width = 8, groupSize = 2";

    /** A method that breaks no rule. */
    static final String SUM = "@AllReduce void sum(DeviceBuffer<BF16> in, DeviceBuffer<BF16> out, long count);";

    Compiled assertSucceeds() {
        assertEquals(List.of(), messages());
        assertEquals(Compilation.Status.SUCCESS, compilation.status());
        return this;
    }

    /** Errors and warnings as {@code Sums.java:4: text}. */
    List<String> messages() {
        return diagnostics().stream()
                .map(d -> name(d) + ":" + d.getLineNumber() + ": " + d.getMessage(null))
                .toList();
    }

    void assertMessages(String... expected) {
        assertEquals(String.join("\n", expected), String.join("\n", messages()));
    }

    /** The source text that each error or warning stands on, its first line, with its line number: {@code 4: 17}. */
    List<String> places() {
        return diagnostics().stream()
                .map(d -> d.getLineNumber() + ": " + snippet(d))
                .toList();
    }

    private List<Diagnostic<? extends JavaFileObject>> diagnostics() {
        List<Diagnostic<? extends JavaFileObject>> all = new ArrayList<>(compilation.errors());
        all.addAll(compilation.warnings());
        return all;
    }

    private static String name(Diagnostic<? extends JavaFileObject> diagnostic) {
        if (diagnostic.getSource() == null) {
            return "(nowhere)";
        }
        String path = diagnostic.getSource().getName();
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private static String snippet(Diagnostic<? extends JavaFileObject> diagnostic) {
        try {
            String text = diagnostic.getSource().getCharContent(true).toString();
            String snippet = text.substring((int) diagnostic.getStartPosition(), (int) diagnostic.getEndPosition());
            return snippet.lines().findFirst().orElse("");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** All generated files but classes: path below the output folder, and text. */
    Map<String, String> generated() {
        Map<String, String> files = new TreeMap<>();
        for (JavaFileObject file : compilation.generatedFiles()) {
            if (file.getKind() != JavaFileObject.Kind.CLASS) {
                files.put(file.getName().replaceFirst("^/?(CLASS|SOURCE)_OUTPUT/", ""), text(file));
            }
        }
        return files;
    }

    String generated(String path) {
        String text = generated().get(path);
        if (text == null) {
            throw new AssertionError("no " + path + " among " + generated().keySet());
        }
        return text;
    }

    private static String text(JavaFileObject file) {
        try (var in = file.openInputStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static File folder(Class<?> type) {
        try {
            return new File(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
