package dev.negzero.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProblemTest {
    @Test
    void codesAreUniqueAscendingAndWellFormed() {
        List<String> codes = Arrays.stream(Problem.values()).map(Problem::code).toList();
        assertEquals(codes.stream().sorted().distinct().toList(), codes);
        assertTrue(codes.stream().allMatch(code -> code.matches("NZ[1-5]\\d\\d")), codes.toString());
    }

    @Test
    void fillsItsHolesWithAnyText() {
        assertEquals(
                "NZ111: groupSize is out of range; found $1{x}; use 2 to 16",
                Problem.GROUP_SIZE.text("groupSize", "$1{x}", "least", 2, "most", 16));
    }

    @Test
    void refusesAMissingValue() {
        assertThrows(IllegalArgumentException.class, () -> Problem.GROUP_SIZE.text("groupSize", 1, "least", 2));
    }

    @Test
    void refusesAValueWithoutAHole() {
        assertThrows(
                IllegalArgumentException.class,
                () -> Problem.GROUP_SIZE.text("groupSize", 1, "least", 2, "most", 3, "more", 4));
    }
}
