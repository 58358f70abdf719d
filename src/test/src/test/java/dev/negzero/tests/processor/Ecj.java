package dev.negzero.tests.processor;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.annotation.processing.Processor;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardLocation;
import org.eclipse.jdt.internal.compiler.tool.EclipseCompiler;

/**
 * One compilation with the processor under ecj, the compiler of Eclipse and its kin.
 *
 * @param problems errors of any origin, and warnings of negzero, as {@code Sums.java:4: text}
 * @param generated generated files but classes: path below the output folder, and text
 */
record Ecj(List<String> problems, Map<String, String> generated) {

    static Ecj compile(List<String> options, List<Processor> processors, JavaFileObject... sources) {
        return compile(Compiled.CLASS_PATH, options, processors, sources);
    }

    static Ecj compile(
            List<File> classPath, List<String> options, List<Processor> processors, JavaFileObject... sources) {
        try {
            Path folder = Files.createTempDirectory("negzero-ecj");
            try {
                return compile(folder, classPath, options, processors, List.of(sources));
            } finally {
                delete(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Ecj compile(
            Path folder,
            List<File> classPath,
            List<String> options,
            List<Processor> processors,
            List<JavaFileObject> sources)
            throws IOException {
        Path output = Files.createDirectory(folder.resolve("out"));
        List<Path> inputs = write(folder.resolve("in"), sources);
        JavaCompiler compiler = new EclipseCompiler();
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        List<String> arguments = new ArrayList<>(List.of("--release", "17", "-proceedOnError"));
        options.stream().filter(option -> option.startsWith("-A")).forEach(arguments::add);
        StringWriter out = new StringWriter();
        try (var files = compiler.getStandardFileManager(diagnostics, Locale.ROOT, StandardCharsets.UTF_8)) {
            files.setLocation(StandardLocation.CLASS_OUTPUT, List.of(output.toFile()));
            files.setLocation(StandardLocation.SOURCE_OUTPUT, List.of(output.toFile()));
            files.setLocation(StandardLocation.CLASS_PATH, classPath);
            var task = compiler.getTask(
                    out, files, diagnostics, arguments, null, files.getJavaFileObjectsFromPaths(inputs));
            task.setProcessors(processors);
            task.call();
        }
        return new Ecj(
                diagnostics.getDiagnostics().stream()
                        .filter(d -> d.getKind() == Diagnostic.Kind.ERROR
                                || d.getMessage(Locale.ROOT).startsWith("NZ"))
                        .map(Ecj::text)
                        .toList(),
                texts(output));
    }

    /** Ecj reads files only. */
    private static List<Path> write(Path folder, List<JavaFileObject> sources) throws IOException {
        List<Path> written = new ArrayList<>();
        for (JavaFileObject source : sources) {
            Path file = folder.resolve(source.getName().replaceFirst("^/+", ""));
            Files.createDirectories(file.getParent());
            written.add(Files.writeString(file, source.getCharContent(true)));
        }
        return written;
    }

    /** Those of negzero. */
    List<String> messages() {
        return problems.stream().filter(problem -> problem.contains(": NZ")).toList();
    }

    private static String text(Diagnostic<? extends JavaFileObject> diagnostic) {
        String place = "(nowhere)";
        if (diagnostic.getSource() != null) {
            String path = diagnostic.getSource().getName();
            place = path.substring(path.lastIndexOf('/') + 1);
        }
        return place + ":" + diagnostic.getLineNumber() + ": " + diagnostic.getMessage(Locale.ROOT);
    }

    private static Map<String, String> texts(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> !file.toString().endsWith(".class"))
                    .collect(Collectors.toMap(
                            file -> folder.relativize(file).toString().replace(File.separatorChar, '/'),
                            Ecj::text,
                            (one, other) -> one,
                            TreeMap::new));
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path folder) throws IOException {
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, IOException failure) throws IOException {
                Files.delete(visited);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
