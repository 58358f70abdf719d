package dev.negzero.runtime.group;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** In what order a batch issues what it held. */
class BatchesTest {
    private final Batches batches = new Batches();
    private final List<String> issued = new ArrayList<>();

    private void hold(Object rank, String... calls) {
        for (String call : calls) {
            batches.hold(rank, () -> issued.add(call));
        }
    }

    @Test
    void eachRanksInOrderAndTheRanksInTurns() {
        batches.start();
        hold("a", "a1", "a2", "a3");
        hold("b", "b1");
        hold("c", "c1", "c2");
        hold("b", "b2");
        assertEquals(List.of(), issued);
        batches.end();
        assertEquals(List.of("a1", "b1", "c1", "a2", "b2", "c2", "a3"), issued);
    }

    /** A call that is refused when it is issued ends the batch, which holds nothing afterwards. */
    @Test
    void aRefusedCallEndsIt() {
        batches.start();
        hold("a", "a1");
        batches.hold("b", () -> {
            throw new IllegalStateException("refused");
        });
        hold("a", "a2");
        assertEquals(
                "refused",
                assertThrows(IllegalStateException.class, batches::end).getMessage());
        batches.start();
        hold("a", "a3");
        batches.end();
        assertEquals(List.of("a1", "a3"), issued);
    }
}
