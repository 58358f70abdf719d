package dev.negzero.samples.small;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Runs each sample and compares what it prints. */
class SmallSamplesTest {
    private static void assertPrints(Consumer<PrintStream> sample, String... lines) {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        sample.accept(new PrintStream(printed, true, StandardCharsets.UTF_8));
        assertEquals(
                List.of(lines), printed.toString(StandardCharsets.UTF_8).lines().toList());
    }

    @Test
    void sample01() {
        assertPrints(
                Sample01HelloAllReduce::run, "rank 0 received [3.0, 20.0, -1.0]", "rank 1 received [3.0, 20.0, -1.0]");
    }

    @Test
    void sample02() {
        assertPrints(
                Sample02OneThread::run,
                "rank 0 received [2.0, 0.0, 2.5, -Infinity]",
                "rank 1 received [2.0, 0.0, 2.5, -Infinity]",
                "rank 2 received [2.0, 0.0, 2.5, -Infinity]");
    }

    @Test
    void sample03() {
        assertPrints(
                Sample03SymmetricBuffers::run,
                "rank 0 received 2.0 .. 2.0 (400000 bytes by SIGNAL)",
                "rank 1 received 2.0 .. 2.0 (400000 bytes by SIGNAL)");
    }

    @Test
    void sample04() {
        assertPrints(
                Sample04Barrier::run,
                "rank 0 passed the barrier after 4 arrivals",
                "rank 1 passed the barrier after 4 arrivals",
                "rank 2 passed the barrier after 4 arrivals",
                "rank 3 passed the barrier after 4 arrivals");
    }

    @Test
    void sample05() {
        assertPrints(Sample05CapturedCalls::run, "rank 0 has 12.0 after 3 replays", "rank 1 has 12.0 after 3 replays");
    }

    @Test
    void sample06() {
        assertPrints(
                Sample06FaultAndReset::run,
                "rank 0 was told NZ702, a MISMATCH",
                "rank 1 was told NZ702, a MISMATCH",
                "rank 0 received 9.0 after the reset",
                "rank 1 received 9.0 after the reset");
    }

    @Test
    void sample07() {
        assertPrints(
                Sample07Protocols::run,
                "auto gives 258.0 and 0.0",
                "lamport gives 258.0 and 0.0",
                "signal gives 258.0 and 0.0",
                "mailbox gives 258.0 and 0.0");
    }

    @Test
    void sample08() {
        assertPrints(
                Sample08Unverified::run,
                "rank 0: verified [2.0, 5.0], trusted [2.0, 5.0]",
                "rank 1: verified [2.0, 5.0], trusted [2.0, 5.0]");
    }

    @Test
    void sample09() {
        assertPrints(
                Sample09Grid::run,
                "row 0, column 0: shared [11.0, 22.0], gathered [1111.0, 2222.0, 3333.0, 4444.0]",
                "row 0, column 1: shared [33.0, 44.0], gathered [1111.0, 2222.0, 3333.0, 4444.0]",
                "row 1, column 0: shared [1100.0, 2200.0], gathered [1111.0, 2222.0, 3333.0, 4444.0]",
                "row 1, column 1: shared [3300.0, 4400.0], gathered [1111.0, 2222.0, 3333.0, 4444.0]");
    }

    @Test
    void sample10() {
        assertPrints(
                Sample10Processes::run,
                "1 of 2 ranks is here: rank 0 received [3.0, 20.0]",
                "1 of 2 ranks is here: rank 1 received [3.0, 20.0]");
    }
}
