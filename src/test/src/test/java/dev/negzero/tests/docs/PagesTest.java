package dev.negzero.tests.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.runtime.RuntimeProblem;
import dev.negzero.spec.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the pages written by hand say of codes and samples. */
class PagesTest {
    private static final Path PRODUCT = Path.of("../..");
    private static final Path SAMPLES = PRODUCT.resolve("samples/src/main/java/dev/negzero/samples/small");
    private static final Pattern CODE = Pattern.compile("\\bNZ\\d{3}\\b");
    private static final Pattern DEPENDENCY = Pattern.compile("<dependency>(.*?)</dependency>");
    private static final Pattern QUOTE = Pattern.compile("(NZ\\d{3}): (.*?)(;|`)", Pattern.DOTALL);

    private static List<Path> pages() throws IOException {
        try (Stream<Path> docs = Files.list(PRODUCT.resolve("docs"))) {
            return Stream.concat(docs, Stream.of(PRODUCT.resolve("README.md"), PRODUCT.resolve("CHANGELOG.md")))
                    .filter(page -> page.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        }
    }

    private static Map<String, String> texts() {
        Map<String, String> texts = new TreeMap<>();
        for (Problem problem : Problem.values()) {
            texts.put(problem.code(), problem.what());
        }
        for (RuntimeProblem problem : RuntimeProblem.values()) {
            texts.put(problem.code(), problem.text());
        }
        return texts;
    }

    @Test
    void codesExistAndAreQuotedAsTheyRead() throws IOException {
        Map<String, String> texts = texts();
        int quotes = 0;
        for (Path page : pages()) {
            String text = Files.readString(page);
            for (MatchResult code : CODE.matcher(text).results().toList()) {
                assertNotNull(texts.get(code.group()), code.group() + " on " + page);
            }
            for (MatchResult quote : QUOTE.matcher(text).results().toList()) {
                if (page.endsWith("errors.md") || texts.get(quote.group(1)).contains("{")) {
                    continue;
                }
                assertEquals(texts.get(quote.group(1)), quote.group(2).replace("\n", " "), page::toString);
                quotes++;
            }
        }
        assertTrue(quotes >= 8, "quotes: " + quotes);
    }

    /** What the quickstart tells a project to depend on is what a project that the tests build depends on. */
    @Test
    void theQuickstartsDependenciesAreBuiltWith() throws IOException {
        List<String> told = dependencies("docs/quickstart.md");
        List<String> built = dependencies("src/test/consumer/pom.xml");
        assertTrue(told.contains("<groupId>com.github.jnr</groupId><artifactId>jffi</artifactId>"), told::toString);
        told.forEach(dependency -> assertTrue(built.contains(dependency), dependency));
    }

    /** The dependencies of a file in its order, each without comments, spaces and versions of negzero. */
    private static List<String> dependencies(String file) throws IOException {
        String text = Files.readString(PRODUCT.resolve(file))
                .replaceAll("(?s)<!--.*?-->", "")
                .replaceAll("(?s)<version>.*?</version>", "")
                .replaceAll("\\s", "");
        return DEPENDENCY.matcher(text).results().map(found -> found.group(1)).toList();
    }

    /** Numbered without a gap, each with a test of its output and a line in the quickstart. */
    @Test
    void samplesAreNumberedTestedAndListed() throws IOException {
        List<String> samples;
        try (Stream<Path> files = Files.list(SAMPLES)) {
            samples = files.map(file -> file.getFileName().toString().replace(".java", ""))
                    .filter(name -> name.startsWith("Sample"))
                    .sorted()
                    .toList();
        }
        assertEquals(10, samples.size());
        String tests = Files.readString(
                PRODUCT.resolve("samples/src/test/java/dev/negzero/samples/small/SmallSamplesTest.java"));
        String quickstart = Files.readString(PRODUCT.resolve("docs/quickstart.md"));
        for (int i = 0; i < samples.size(); i++) {
            String sample = samples.get(i);
            assertTrue(sample.startsWith(String.format("Sample%02d", i + 1)), sample);
            assertTrue(tests.contains(sample + "::run"), sample);
            assertTrue(quickstart.contains("| `" + sample + "` |"), sample);
        }
    }
}
