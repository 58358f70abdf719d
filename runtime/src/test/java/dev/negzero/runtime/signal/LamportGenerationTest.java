package dev.negzero.runtime.signal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** The generation rotates through three, and the one cleared is the previous call's. */
class LamportGenerationTest {
    @Test
    void rotates() {
        for (int generation = 0; generation < 3; generation++) {
            assertEquals((generation + 1) % 3, LamportGeneration.next(generation));
            assertEquals((generation + 2) % 3, LamportGeneration.cleared(generation));
            assertEquals(generation, LamportGeneration.cleared(LamportGeneration.next(generation)));
        }
    }

    @Test
    void slotsDontOverlap() {
        assertEquals(0, LamportGeneration.slot(0, 0, 3, 1 << 30));
        assertEquals((2L * 3 + 2) << 30, LamportGeneration.slot(2, 2, 3, 1 << 30));
    }
}
