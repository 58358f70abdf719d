package dev.negzero.tests.verification;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.negzero.tests.nativebuild.Run;
import dev.negzero.tests.verification.Model.Mutant;
import dev.negzero.tests.verification.Model.Source;
import dev.negzero.tests.verification.Spin.Verdict;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The models under {@code verification/}: spin finds no error in them, and finds the one planted in each mutant. */
class ModelsTest {
    @TestFactory
    Stream<DynamicTest> everySearchFindsNothing() {
        Spin spin = new Spin();
        return Model.all().stream().flatMap(model -> model.searches().stream()
                .map(search -> dynamicTest(model.name() + " " + String.join(" ", search.flags()), () -> {
                    Verdict verdict = spin.search(model, search.flags());
                    assertEquals("", verdict.error(), verdict::output);
                    assertTrue(verdict.complete(), verdict::output);
                    verdict.output()
                            .lines()
                            .filter(line -> line.contains("states, stored"))
                            .forEach(line ->
                                    System.out.println(model.name() + " " + search.flags() + ": " + line.strip()));
                })));
    }

    @TestFactory
    Stream<DynamicTest> everyMutantIsRefuted() {
        Spin spin = new Spin();
        return Model.all().stream().flatMap(model -> model.mutants().stream()
                .map(mutant -> dynamicTest(model.name() + " " + String.join(" ", mutant.flags()), () -> {
                    Verdict verdict = spin.refute(model, mutant.flags());
                    assertEquals(mutant.error(), verdict.error(), verdict::output);
                })));
    }

    /** A transition names what it stands for; when a function goes, its model must be looked at. */
    @TestFactory
    Stream<DynamicTest> everyNamedFunctionIsThere() {
        return Model.all().stream()
                .map(model -> dynamicTest(model.name(), () -> {
                    List<Source> sources = model.sources();
                    assertFalse(sources.isEmpty());
                    assertAll(sources.stream()
                            .map(source -> () -> assertTrue(
                                    Pattern.compile("\\b" + source.function() + "\\b")
                                            .matcher(header(source.header()))
                                            .find(),
                                    source::toString)));
                }));
    }

    private static String header(String name) throws IOException {
        try (InputStream in = ModelsTest.class.getResourceAsStream("/negzero/device/" + name)) {
            return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void everyModelHasSearchesAndMutants() {
        Set<String> planted = new TreeSet<>();
        for (Model model : Model.all()) {
            assertFalse(model.searches().isEmpty(), model::name);
            assertFalse(model.mutants().isEmpty(), model::name);
            for (Mutant mutant : model.mutants()) {
                planted.addAll(mutant.flags());
                String last = mutant.flags().get(mutant.flags().size() - 1);
                assertTrue(
                        model.text().replaceFirst("(?s)/\\*.*?\\*/", "").contains(last.substring(2)),
                        () -> model.name() + " doesn't know " + last);
            }
        }
        assertTrue(planted.containsAll(List.of(
                "-DTWO_GENERATIONS",
                "-DCLEAR_NEXT",
                "-DONE_BANK",
                "-DNO_END_BARRIER",
                "-DSHARED_COUNTERS",
                "-DPUBLISH_BEFORE_INIT",
                "-DOWN_REGION_ONLY")));
    }

    /** A search that was cut short has shown nothing. */
    @Test
    void anIncompleteSearchIsNone() {
        String state = "State-vector 48 byte, depth reached 9, errors: 0\n";
        assertTrue(verdict(state).complete());
        assertFalse(verdict("error: max search depth too small\n" + state).complete());
        assertFalse(verdict("Warning: Search not completed\n" + state).complete());
        assertFalse(verdict("").complete());
        assertEquals(
                "assertion violated",
                verdict("pan:1: assertion violated x (at depth 3)\n").error());
    }

    private static Verdict verdict(String output) {
        return Spin.verdict(new Run(List.of("pan"), 0, output));
    }
}
