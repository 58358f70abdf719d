package dev.negzero.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class CppNameTest {
    @Test
    void asciiStays() {
        assertEquals("allReduce_2", CppName.of("allReduce_2"));
    }

    @Test
    void everythingElseBecomesItsNumber() {
        assertEquals("summeu00DF", CppName.of("summe\u00DF"));
        assertEquals("au0024b", CppName.of("a$b"));
        assertEquals("uD835uDC00", CppName.of("\uD835\uDC00"));
    }

    @Test
    void everyResultIsAPlainIdentifier() {
        for (char c = 1; c < 0xD800; c++) {
            String name = CppName.of("x" + c);
            assertTrue(name.matches("[A-Za-z0-9_]+"), name);
        }
    }
}
