package dev.negzero.tests.golden;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Expected texts in files. {@code mvn -pl src/test -am test -Dtest=GoldenTest,ErrorsPageTest -Dnegzero.golden.update=true} writes them anew;
 * the change is then read in the diff.
 */
public final class Golden {
    private static final Path ROOT = Path.of("src/test/resources/golden");

    private Golden() {}

    /**
     * Compares a text with a golden file.
     *
     * @param test the test class, which names the folder
     * @param file path inside it
     * @param actual the text
     */
    public static void check(Class<?> test, String file, String actual) {
        check(ROOT.resolve(test.getSimpleName()).resolve(file), actual);
    }

    /** Compares a text with any file of the repository; the path is relative to the module src/test. */
    public static void check(Path path, String actual) {
        try {
            if (Boolean.getBoolean("negzero.golden.update")) {
                Files.createDirectories(path.toAbsolutePath().getParent());
                Files.writeString(path, actual);
            } else if (!Files.exists(path)) {
                fail("there is no " + path.toAbsolutePath().normalize() + "; write it by -Dnegzero.golden.update=true");
            }
            assertEquals(
                    Files.readString(path), actual, path + " is out of date; write it by -Dnegzero.golden.update=true");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
