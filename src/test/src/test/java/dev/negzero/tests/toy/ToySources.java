package dev.negzero.tests.toy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * A copy of the sources of the product with the toy in it. The toy's own files lie beside this test's resources; what it adds
 * to a file of the product is a {@code .edit}: pieces of text, each under a line that names the line before which it goes.
 */
final class ToySources {
    private static final Path PRODUCT = Path.of("../..").toAbsolutePath().normalize();
    private static final Path TOY = Path.of("src/test/resources/toy");
    private static final List<String> MODULES = List.of("annotations", "kernel-templates", "processor", "runtime");
    private static final String BEFORE = "==== before: ";

    private final Path copy;

    private ToySources(Path copy) {
        this.copy = copy;
    }

    /** Copies the modules into a folder; nothing is added yet. */
    static ToySources copy(Path folder) throws IOException {
        for (String module : MODULES) {
            Path main = PRODUCT.resolve(module).resolve("src/main");
            for (Path file : files(main)) {
                Path target = folder.resolve(PRODUCT.relativize(file));
                Files.createDirectories(target.getParent());
                Files.copy(file, target);
            }
        }
        return new ToySources(folder);
    }

    /** A file of the user's, or of the toy's own. */
    static Path toy(String name) {
        return TOY.resolve(name);
    }

    /** Adds a file. */
    ToySources add(String name, String folder) throws IOException {
        Files.copy(toy(name), copy.resolve(folder).resolve(name));
        return this;
    }

    /** Edits a file. */
    ToySources edit(String file) throws IOException {
        Path path = copy.resolve(file);
        String text = Files.readString(path);
        for (String piece : Files.readString(toy(path.getFileName() + ".edit")).split("(?m)^" + BEFORE)) {
            if (!piece.isEmpty()) {
                int line = piece.indexOf('\n');
                text = insert(text, piece.substring(0, line + 1), piece.substring(line + 1));
            }
        }
        Files.writeString(path, text);
        return this;
    }

    private static String insert(String text, String before, String added) {
        String marked = "\n" + before;
        int at = text.indexOf(marked);
        assertEquals(at, text.lastIndexOf(marked), "one line: " + before);
        return text.substring(0, at + 1) + added + text.substring(at + 1);
    }

    /** Files of the copy that the product has otherwise, or not at all. */
    List<String> touched() throws IOException {
        TreeSet<String> touched = new TreeSet<>();
        for (Path file : files(copy)) {
            Path original = PRODUCT.resolve(copy.relativize(file));
            if (!Files.exists(original) || Files.mismatch(original, file) >= 0) {
                touched.add(copy.relativize(file).toString());
            }
        }
        return new ArrayList<>(touched);
    }

    /** Java sources of the copy, but module descriptors. */
    List<Path> java() throws IOException {
        return files(copy).stream()
                .filter(file -> file.toString().endsWith(".java") && !file.endsWith("module-info.java"))
                .toList();
    }

    /** Where the device headers are, as a folder of resources. */
    Path resources() {
        return copy.resolve("kernel-templates/src/main/resources");
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile).toList();
        }
    }
}
