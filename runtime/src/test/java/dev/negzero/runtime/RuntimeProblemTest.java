package dev.negzero.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Codes are unique and in their range, and every problem has a text and a cure. */
class RuntimeProblemTest {
    @Test
    void codes() {
        assertEquals(
                RuntimeProblem.values().length,
                Stream.of(RuntimeProblem.values())
                        .map(RuntimeProblem::code)
                        .distinct()
                        .count());
        for (RuntimeProblem problem : RuntimeProblem.values()) {
            assertTrue(problem.code().matches("NZ[678]\\d\\d"), problem.code());
            assertTrue(!problem.text().isBlank() && !problem.cure().isBlank(), problem.name());
            assertEquals(problem.code() + ": " + problem.text() + "; found X; " + problem.cure(), problem.message("X"));
        }
    }
}
