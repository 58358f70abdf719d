package dev.negzero.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class FlatNameTest {
    @Test
    void joinsTheOuterTypes() {
        assertEquals("Sums", FlatName.of(List.of("Sums")));
        assertEquals("A_B_Sums", FlatName.of(List.of("A", "B", "Sums")));
    }

    @Test
    void keepsNamesUpToTheLimit() {
        assertEquals("x".repeat(200), FlatName.of(List.of("x".repeat(200))));
    }

    @Test
    void shortensLongNamesByAHashOfTheWhole() {
        String name = FlatName.of(List.of("x".repeat(150), "y".repeat(150)));
        assertEquals("x".repeat(150) + "_" + "y".repeat(40) + "_0243634e", name);
        assertNotEquals(name, FlatName.of(List.of("x".repeat(150), "y".repeat(151))));
    }

    @Test
    void countsBytesAndKeepsCharactersWhole() {
        String name = FlatName.of(List.of("\uD840\uDC00".repeat(60)));
        assertEquals(47 * 4 + 9, name.getBytes(StandardCharsets.UTF_8).length);
        assertEquals("\uD840\uDC00".repeat(47), name.substring(0, 94));
    }
}
