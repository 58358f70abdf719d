package dev.negzero.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class DemoCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private List<String> run(String... args) {
        assertEquals(0, NegzeroCommand.run(new PrintWriter(out), new PrintWriter(err), args), err::toString);
        return out.toString().lines().toList();
    }

    private static void assertMatches(String pattern, String line) {
        assertTrue(line.matches(pattern), () -> line + "\ndoesn't match\n" + pattern);
    }

    @Test
    void aLinePerEpochThenTheVerdict() {
        List<String> lines = run(
                "demo", "--ranks", "3", "--epochs", "2", "--dtype", "bf16", "--protocol", "mailbox", "--seed", "-5");
        assertEquals(10, lines.size(), out.toString());
        assertEquals("Training 64-128-10 on handwritten digits: 3 ranks on engine host", lines.get(0));
        assertEquals("gradients 9610 x bf16 (19220 bytes), protocol mailbox, 2 epochs, seed -5", lines.get(1));
        String tail = "  loss \\d\\.\\d{4}  accuracy 0\\.\\d{4}  23 x lamport_one_shot, 23 x mailbox_triples";
        assertMatches("epoch   1/2 \\[#{20}\\]" + tail, lines.get(3));
        assertMatches("epoch   2/2 \\[#{20}\\]" + tail, lines.get(4));
        assertEquals("", lines.get(5));
        assertEquals("all-reduces of each rank  46 x lamport_one_shot, 46 x mailbox_triples", lines.get(6));
    }

    @Test
    void theDefaultsReachTheAccuracyAndTheReference() {
        List<String> lines = run("demo");
        List<String> verdict = lines.subList(lines.size() - 3, lines.size());
        assertMatches(
                "test accuracy             0\\.9[5-9]\\d\\d on 359 held-out rows \\(at least 0\\.95\\)",
                verdict.get(0));
        assertEquals("weights of all 4 ranks    bit-identical", verdict.get(1));
        assertEquals("single-thread reference   equal, bit for bit", verdict.get(2));
    }
}
