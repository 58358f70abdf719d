package dev.negzero.samples.digits;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.StringReader;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DigitsTest {
    private static String line(int pixel, String digit) {
        return IntStream.range(0, Digits.PIXELS).mapToObj(i -> pixel + ",").collect(Collectors.joining()) + digit
                + "\n";
    }

    @Test
    void everyFifthRowOfTheFileIsHeldOut() {
        Digits digits = Digits.load();
        assertEquals(1438, digits.train().size());
        assertEquals(359, digits.test().size());
        assertArrayEquals(
                new int[] {0, 1, 2, 3, 5},
                digits.train().stream().limit(5).mapToInt(Digits.Row::digit).toArray());
        assertEquals(4, digits.test().get(0).digit());
    }

    @Test
    void pixelsAreScaledToOne() throws IOException {
        Digits digits = Digits.read(new StringReader(line(16, "7") + line(4, "0")));
        assertEquals(1f, digits.train().get(0).pixels()[63]);
        assertEquals(0.25f, digits.train().get(1).pixels()[0]);
        assertEquals(7, digits.train().get(0).digit());
    }

    @Test
    void aDamagedFileIsNamedByLine() {
        assertDamaged("line 2 has 3 numbers, expected 65", line(0, "1") + "1,2,3\n");
        assertDamaged("line 1 has 17, expected 0..16", line(17, "1"));
        assertDamaged("line 1 has 10, expected 0..9", line(0, "10"));
        assertDamaged("line 1 has -1, expected 0..9", line(0, "-1"));
        assertDamaged("line 1 has 'x', expected a number", line(0, "x"));
    }

    private static void assertDamaged(String message, String text) {
        assertEquals(
                message,
                assertThrows(IOException.class, () -> Digits.read(new StringReader(text)))
                        .getMessage());
    }
}
