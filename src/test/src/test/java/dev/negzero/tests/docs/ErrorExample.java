package dev.negzero.tests.docs;

import com.google.testing.compile.Compilation;
import com.google.testing.compile.Compiler;
import com.google.testing.compile.JavaFileObjects;
import dev.negzero.annotations.Collective;
import dev.negzero.plan.KernelPlan;
import dev.negzero.processor.NegzeroProcessor;
import dev.negzero.runtime.Communicator;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.JavaFileObject;

/**
 * A source that brings a compile-time problem about, from {@code src/test/resources/errors}. A first line
 * {@code // javac -A...} gives options.
 *
 * @param source its text
 * @param output what javac prints
 */
record ErrorExample(String source, String output) {
    private static final Path FOLDER = Path.of("src/test/resources/errors");
    private static final String OPTIONS = "// javac ";

    /** The example of a code. */
    static ErrorExample of(String code) {
        Path file = FOLDER.resolve(code + ".java");
        if (!Files.exists(file)) {
            throw new AssertionError(code + " has no example: write a source that brings it about to src/test/" + file);
        }
        try {
            String source = Files.readString(file);
            return new ErrorExample(source, compile(source));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String compile(String source) {
        List<String> options = source.startsWith(OPTIONS)
                ? List.of(source.lines()
                        .findFirst()
                        .orElseThrow()
                        .substring(OPTIONS.length())
                        .split(" "))
                : List.of();
        Compilation compilation = Compiler.javac()
                .withClasspath(List.of(folder(Collective.class), folder(Communicator.class), folder(KernelPlan.class)))
                .withOptions(options)
                .withProcessors(new NegzeroProcessor())
                .compile(JavaFileObjects.forSourceString("Sums", source));
        return Stream.concat(compilation.errors().stream(), compilation.warnings().stream())
                .filter(diagnostic -> diagnostic.getMessage(Locale.ROOT).startsWith("NZ"))
                .map(ErrorExample::text)
                .collect(Collectors.joining("\n"));
    }

    /** As javac prints it: place, kind and text, the line, and a mark under the place. */
    private static String text(Diagnostic<? extends JavaFileObject> diagnostic) {
        String kind = diagnostic.getKind() == Diagnostic.Kind.ERROR ? "error: " : "warning: ";
        String message = diagnostic.getMessage(Locale.ROOT);
        JavaFileObject file = diagnostic.getSource();
        if (file == null) {
            return kind + message;
        }
        try {
            String line = file.getCharContent(true)
                    .toString()
                    .lines()
                    .skip(diagnostic.getLineNumber() - 1)
                    .findFirst()
                    .orElseThrow();
            String mark = " ".repeat((int) diagnostic.getColumnNumber() - 1) + "^";
            return "Sums.java:" + diagnostic.getLineNumber() + ": " + kind + message + "\n" + line + "\n" + mark;
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

    /** Source and output; the imports go without saying. */
    String markdown() {
        String body = source.lines()
                .filter(line -> !line.startsWith("import "))
                .collect(Collectors.joining("\n"))
                .replaceFirst("^\\n+", "");
        return "```java\n" + body + "\n```\n\n```\n" + output + "\n```\n";
    }
}
