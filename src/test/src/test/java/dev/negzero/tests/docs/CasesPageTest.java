package dev.negzero.tests.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/cases.md names a test for every case, and no test that isn't there. */
class CasesPageTest {
    private static final Path ROOT = Path.of("../..");
    private static final Set<String> MODULES = Set.of("kernel-templates", "processor", "src/test");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| (P\\d+) \\|.*\\| (.*?) \\|$");
    private static final Pattern TEST = Pattern.compile("`(\\w+(?:Test|IT))(?:\\.(\\w+))?`");

    private static String page() throws IOException {
        return Files.readString(ROOT.resolve("docs/cases.md"));
    }

    /** Test classes by simple name. */
    private static Map<String, Path> tests() throws IOException {
        try (Stream<Path> files = MODULES.stream().flatMap(CasesPageTest::sources)) {
            return files.collect(Collectors.toMap(
                    file -> file.getFileName().toString().replaceFirst("\\.java$", ""), Function.identity()));
        }
    }

    private static Stream<Path> sources(String module) {
        Path folder = ROOT.resolve(module).resolve("src/test/java");
        try {
            return Files.exists(folder)
                    ? Files.walk(folder).filter(file -> file.toString().matches(".*(Test|IT)\\.java"))
                    : Stream.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Test methods are of the package, and nothing else in a test class is and returns nothing. */
    private static boolean names(String source, String method) {
        return source.contains("\n    void " + method + "(");
    }

    @Test
    void everyCaseNamesATest() throws IOException {
        List<MatchResult> rows = ROW.matcher(page()).results().toList();
        assertEquals(
                IntStream.rangeClosed(1, 25).mapToObj(number -> "P" + number).toList(),
                rows.stream().map(row -> row.group(1)).toList());
        rows.forEach(row -> assertTrue(TEST.matcher(row.group(2)).find(), row.group()));
    }

    @Test
    void everyTestThatIsNamedExists() throws IOException {
        Map<String, Path> tests = tests();
        for (MatchResult named : TEST.matcher(page()).results().toList()) {
            Path file = tests.get(named.group(1));
            assertFalse(file == null, () -> "no " + named.group());
            String method = named.group(2);
            assertTrue(method == null || names(Files.readString(file), method), named::group);
        }
    }
}
