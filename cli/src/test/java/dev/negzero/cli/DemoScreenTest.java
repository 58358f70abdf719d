package dev.negzero.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.negzero.annotations.Protocol;
import dev.negzero.plan.Algorithm;
import dev.negzero.samples.digits.EpochReport;
import dev.negzero.samples.digits.TrainingOptions;
import dev.negzero.samples.digits.TrainingResult;
import dev.negzero.samples.digits.Wire;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DemoScreenTest {
    private final StringWriter out = new StringWriter();

    private DemoScreen screen(boolean terminal) {
        return new DemoScreen(new PrintWriter(out), new TrainingOptions(2, Wire.F32, Protocol.AUTO, 12, 1), terminal);
    }

    @Test
    void theBarMovesOnATerminal() {
        screen(true).step(3, 10, 20);
        assertEquals("\repoch   3/12 [##########----------]", out.toString());
    }

    @Test
    void theBarStaysAwayFromFiles() {
        screen(false).step(3, 10, 20);
        assertEquals("", out.toString());
    }

    @Test
    void callsAddUpOverEpochs() {
        DemoScreen screen = screen(false);
        screen.epoch(new EpochReport(1, 2, 0.5, Map.of(Algorithm.SIGNAL_ONE_STAGE, 3)));
        screen.epoch(new EpochReport(2, 1, 0.75, Map.of(Algorithm.SIGNAL_ONE_STAGE, 4)));
        out.getBuffer().setLength(0);
        screen.verdict(new TrainingResult(List.of(new float[1], new float[1]), 0.75), new float[1], 359);
        assertEquals(
                List.of(
                        "",
                        "all-reduces of each rank  7 x signal_one_stage",
                        "test accuracy             0.7500 on 359 held-out rows (too few epochs for 0.95)",
                        "weights of all 2 ranks    bit-identical",
                        "single-thread reference   equal, bit for bit"),
                out.toString().lines().toList());
    }

    @Test
    void differencesAreNamedAndFail() {
        TrainingResult result = new TrainingResult(List.of(new float[1], new float[] {1}), 1);
        assertFalse(screen(false).verdict(result, new float[] {2}, 359));
        List<String> lines = out.toString().lines().toList();
        assertEquals("weights of all 2 ranks    DIFFERENT", lines.get(3));
        assertEquals("single-thread reference   DIFFERENT", lines.get(4));
    }
}
