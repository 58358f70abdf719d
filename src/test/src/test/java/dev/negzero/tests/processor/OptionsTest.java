package dev.negzero.tests.processor;

import static dev.negzero.tests.processor.Compiled.GOOD;
import static dev.negzero.tests.processor.Compiled.SUM;
import static dev.negzero.tests.processor.Compiled.sums;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.emit.KernelManifest;
import dev.negzero.emit.PlanText;
import dev.negzero.processor.NegzeroProcessor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** P25: what a build passes with -A. */
class OptionsTest {
    private static final List<String> LINT = List.of("-Xlint:all", "-Werror");

    private static Compiled compile(String... options) {
        List<String> all = new java.util.ArrayList<>(LINT);
        all.addAll(List.of(options));
        return Compiled.with(all, sums(GOOD, SUM));
    }

    @ParameterizedTest
    @CsvSource({
        "negzero.verbos, negzero.verbose",
        "negzero.VERBOSE, negzero.verbose",
        "negzero.dry.run, negzero.dryRun",
        "negzero.nvc=/usr/bin/nvcc, negzero.nvcc"
    })
    void aMisspeltNameIsAnErrorThatNamesTheNearest(String option, String nearest) {
        String name = option.replaceFirst("=.*", "");
        compile("-A" + option)
                .assertOwnMessages("(nowhere):-1: NZ501: the negzero processor has no such option; found -A" + name
                        + "; did you mean -A" + nearest + "?");
    }

    @ParameterizedTest
    @CsvSource({
        "negzero.verbose=yes, -Anegzero.verbose or -Anegzero.verbose=false",
        "negzero.dryRun=1, -Anegzero.dryRun or -Anegzero.dryRun=false",
        "negzero.nvcc, -Anegzero.nvcc=PATH"
    })
    void aValueThatAnOptionCannotHave(String option, String allowed) {
        compile("-A" + option)
                .assertOwnMessages(
                        "(nowhere):-1: NZ502: an option of the negzero processor can't have this value; found -A"
                                + option + "; write " + allowed);
    }

    @Test
    void aWrongOptionKeepsNoOtherFindingBack() {
        Compiled.with(List.of("-Anegzero.verbos"), sums("dtype = DType.BF16, width = 8, groupSize = 1", SUM))
                .assertOwnMessages(
                        "(nowhere):-1: NZ501: the negzero processor has no such option; found -Anegzero.verbos; did you"
                                + " mean -Anegzero.verbose?",
                        "Sums.java:4: NZ111: groupSize is out of range; found 1; use 2 to 16");
    }

    @Test
    void otherProcessorsOptionsAreNotOurs() {
        Compiled.with(List.of("-Anegzeroverbose=1", "-Aother.verbose"), sums(GOOD, SUM))
                .assertOwnMessages();
    }

    @Test
    void verbosePrintsThePlanAndChangesNothing() {
        Map<String, String> quiet = compile().assertSucceeds().generated();
        Compiled verbose = compile("-Anegzero.verbose").assertSucceeds();
        assertEquals(quiet, verbose.generated());
        KernelManifest manifest = KernelManifest.parse(quiet.get("META-INF/negzero/com/acme/Sums.json"));
        List<String> plan = PlanText.of(manifest).stream().map(String::strip).toList();
        assertEquals(List.of(plan), verbose.notes());
        assertEquals(List.of(), compile("-Anegzero.verbose=false").notes());
    }

    @Test
    void aDryRunChecksAndWritesNothing() {
        assertEquals(
                Set.of(),
                compile("-Anegzero.dryRun").assertSucceeds().generated().keySet());
        Compiled.with(List.of("-Anegzero.dryRun"), sums("dtype = DType.BF16, width = 8, groupSize = 1", SUM))
                .assertMessages("Sums.java:4: NZ111: groupSize is out of range; found 1; use 2 to 16");
        assertEquals(4, compile("-Anegzero.dryRun=false").generated().size());
    }

    @Test
    void allAreListedAndDocumented() throws IOException {
        Set<String> options = new NegzeroProcessor().getSupportedOptions();
        assertEquals(Set.of("negzero.verbose", "negzero.dryRun", "negzero.nvcc"), options);
        String page = Files.readString(Path.of("../../docs/options.md"));
        for (String option : options) {
            assertTrue(page.contains("`-A" + option), option);
        }
    }
}
