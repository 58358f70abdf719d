package dev.negzero.tests.toy;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.annotation.processing.Processor;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles the copy of the product, and then a user's sources with that copy's processor. */
final class ToyBuild {
    private static final String PROCESSOR = "dev.negzero.processor.NegzeroProcessor";

    private final Path product;
    private final Path user;
    private final Path resources;

    ToyBuild(Path folder, ToySources sources) throws IOException {
        product = Files.createDirectories(folder.resolve("product"));
        user = Files.createDirectories(folder.resolve("user"));
        resources = sources.resources();
        compile(sources.java(), List.of("-proc:none", "-d", product.toString(), "-cp", libraries()), null);
    }

    /** Compiles what a user wrote, as a strict user would. */
    void user(Path... sources) throws IOException {
        List<String> options = List.of("-Xlint:all", "-Werror", "-d", user.toString(), "-cp", productPath());
        // The processor's classes of this very test run must not get in its way.
        try (URLClassLoader loader = new URLClassLoader(urls(productPath()), ClassLoader.getPlatformClassLoader())) {
            Class<?> type = loader.loadClass(PROCESSOR);
            Processor processor = (Processor) type.getConstructor().newInstance();
            compile(List.of(sources), options, processor);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A generated resource. */
    Path generated(String name) {
        return user.resolve(name);
    }

    /** Class path to run the user's program on. */
    String runPath() {
        return user + File.pathSeparator + productPath();
    }

    private String productPath() {
        return String.join(File.pathSeparator, product.toString(), resources.toString(), libraries());
    }

    /** The class path of this test without what the copy replaces. */
    private static String libraries() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> entry.endsWith(".jar") && !entry.contains("negzero-"))
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static URL[] urls(String path) {
        return Stream.of(path.split(File.pathSeparator)).map(ToyBuild::url).toArray(URL[]::new);
    }

    private static URL url(String entry) {
        try {
            return Path.of(entry).toUri().toURL();
        } catch (MalformedURLException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void compile(List<Path> sources, List<String> options, Processor processor) throws IOException {
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        try (StandardJavaFileManager files = javac.getStandardFileManager(null, null, null)) {
            JavaCompiler.CompilationTask task =
                    javac.getTask(messages, files, null, options, null, files.getJavaFileObjectsFromPaths(sources));
            if (processor != null) {
                task.setProcessors(List.of(processor));
            }
            assertTrue(task.call(), messages::toString);
        }
    }
}
