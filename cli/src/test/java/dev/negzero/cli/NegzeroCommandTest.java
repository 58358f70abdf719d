package dev.negzero.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Options, errors and exit codes, in process. */
class NegzeroCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... args) {
        return NegzeroCommand.run(new PrintWriter(out), new PrintWriter(err), args);
    }

    private void assertRefused(String line, String... args) {
        err.getBuffer().setLength(0);
        assertEquals(2, run(args));
        assertEquals(List.of(line), err.toString().lines().toList());
        assertEquals("", out.toString());
    }

    @Test
    void badValuesOfTheDemoGiveOneLineAndCode2() {
        assertRefused("negzero demo: --ranks must be 2..8, found 1 (see --help)", "demo", "--ranks", "1");
        assertRefused("negzero demo: --ranks must be 2..8, found 9 (see --help)", "demo", "--ranks=9");
        assertRefused(
                "negzero demo: Invalid value for option '--ranks': 'four' is not an int (see --help)",
                "demo",
                "--ranks",
                "four");
        assertRefused("negzero demo: --epochs must be at least 1, found 0 (see --help)", "demo", "--epochs", "0");
        assertRefused(
                "negzero demo: Invalid value for option '--protocol': expected one of [AUTO, LAMPORT, SIGNAL, MAILBOX]"
                        + " (case-insensitive) but was 'ring' (see --help)",
                "demo",
                "--protocol",
                "ring");
        assertRefused(
                "negzero demo: Invalid value for option '--dtype': expected one of [F32, BF16] (case-insensitive) but was"
                        + " 'f64' (see --help)",
                "demo",
                "--dtype",
                "f64");
        assertRefused(
                "negzero demo: Invalid value for option '--seed': 'x' is not a long (see --help)",
                "demo",
                "--seed",
                "x");
    }

    @Test
    void unknownWordsGiveOneLineAndCode2() {
        assertRefused("negzero: name a command: demo, plan, doctor or bench (see --help)");
        assertRefused("negzero: Unmatched argument at index 0: 'dance' (see --help)", "dance");
        assertRefused("negzero demo: Unknown option: '--rank' (see --help)", "demo", "--rank");
        assertRefused("negzero plan: Missing required parameter: 'MANIFEST' (see --help)", "plan");
    }

    @Test
    void aMissingManifestGivesOneLineAndCode1() {
        assertEquals(1, run("plan", "com.acme.Sums"));
        assertEquals(
                "negzero plan: no manifest 'com.acme.Sums': neither a file nor one of the resources"
                        + " [META-INF/negzero/com/acme/Sums.json, META-INF/negzero/com/acme_Sums.json,"
                        + " META-INF/negzero/com_acme_Sums.json]\n",
                err.toString());
    }

    @Test
    void helpNamesTheOptions() {
        assertEquals(0, run("demo", "--help"));
        for (String option : List.of("--ranks", "--protocol", "--dtype", "--epochs", "--seed")) {
            assertTrue(out.toString().contains(option), option);
        }
        assertEquals("", err.toString());
    }

    @Test
    void versionNamesTheSchema() {
        assertEquals(0, run("--version"));
        assertTrue(out.toString().matches("negzero .*, manifest schema 1\\R"), out.toString());
    }
}
