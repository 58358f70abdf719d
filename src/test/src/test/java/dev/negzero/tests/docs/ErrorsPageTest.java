package dev.negzero.tests.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.runtime.RuntimeProblem;
import dev.negzero.spec.Problem;
import dev.negzero.spec.Severity;
import dev.negzero.tests.golden.Golden;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ErrorsPageTest {
    @Test
    void thePageIsCurrent() {
        Golden.check(Path.of("../../docs/errors.md"), ErrorsPage.text());
    }

    @Test
    void examplesBringTheirProblemAbout() {
        for (Problem problem : Problem.values()) {
            if (!ErrorsPage.WITHOUT_EXAMPLE.contains(problem)) {
                String output = ErrorExample.of(problem.code()).output();
                String mark = problem.severity() == Severity.ERROR ? "error: " : "warning: ";
                assertTrue(output.contains(mark + problem.code() + ": "), problem.code() + " isn't in: " + output);
            }
        }
    }

    @Test
    void everyCodeIsOnThePageOnce() {
        List<String> codes = Stream.concat(
                        Arrays.stream(Problem.values()).map(Problem::code),
                        Arrays.stream(RuntimeProblem.values()).map(RuntimeProblem::code))
                .toList();
        assertEquals(codes.size(), codes.stream().distinct().count());
        String page = ErrorsPage.text();
        for (String code : codes) {
            assertTrue(page.contains("\n| " + code + " "), code);
        }
    }
}
