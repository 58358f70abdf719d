package dev.negzero.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.spec.Operation;
import java.util.List;
import org.junit.jupiter.api.Test;

class TuningTest {
    private static List<AutoRow> rows(Operation operation, int groupSize, String arch) {
        return Tuning.shipped().auto(operation, groupSize).stream()
                .filter(row -> row.arch().equals(arch))
                .toList();
    }

    @Test
    void everyRowOfTheHostEngineWasMeasured() {
        for (Operation operation : Operation.values()) {
            for (int groupSize = 2; groupSize <= 16; groupSize++) {
                for (AutoRow row : rows(operation, groupSize, "host")) {
                    assertTrue(row.evidence().contains("benchmarks/baselines/host-algorithms"), row::toString);
                }
            }
        }
    }

    /** Only what nobody has measured may say so. */
    @Test
    void everyRowSaysWhereItWasMeasuredOrThatItWasNot() {
        for (Operation operation : Operation.values()) {
            for (int groupSize = 2; groupSize <= 16; groupSize++) {
                for (AutoRow row : Tuning.shipped().auto(operation, groupSize)) {
                    assertTrue(
                            row.evidence().contains("benchmarks/baselines/")
                                    || row.evidence().equals("not measured"),
                            row::toString);
                }
            }
        }
    }

    /** A row that no message reaches would be there for nothing. Types without LAMPORT begin with their first by SIGNAL. */
    @Test
    void rowsOfOneProtocolAscend() {
        for (Operation operation : Operation.values()) {
            for (int groupSize = 2; groupSize <= 16; groupSize++) {
                for (String arch : List.of("any", "host")) {
                    assertAscending(rows(operation, groupSize, arch));
                }
            }
        }
    }

    private static void assertAscending(List<AutoRow> rows) {
        for (int i = 1; i < rows.size(); i++) {
            AutoRow row = rows.get(i);
            AutoRow before = rows.get(i - 1);
            boolean sameProtocol =
                    row.algorithm().protocol() == before.algorithm().protocol();
            assertTrue(!sameProtocol || before.upToBytes() < row.upToBytes(), row::toString);
        }
    }

    @Test
    void aTuningThatReachesFurtherHasTheSameTables() {
        Tuning further = Tuning.reaching(64 << 20);
        for (Operation operation : Operation.values()) {
            assertEquals(Tuning.shipped().auto(operation, 4), further.auto(operation, 4));
        }
        assertEquals(64 << 20, further.crossover(Operation.ALL_GATHER, Algorithm.MAILBOX_ONE_SHOT, 4));
        assertEquals(4 << 20, Tuning.reaching(16).crossover(Operation.ALL_REDUCE, Algorithm.LAMPORT_ONE_SHOT, 2));
    }
}
