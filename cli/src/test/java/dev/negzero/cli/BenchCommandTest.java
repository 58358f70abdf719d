package dev.negzero.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.cli.bench.BenchOperation;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Columns, sizes, errors and exit codes of the measuring command, in process. */
class BenchCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... args) {
        return NegzeroCommand.run(new PrintWriter(out), new PrintWriter(err), args);
    }

    private List<String> lines(String... args) {
        assertEquals(0, run(args), err::toString);
        assertEquals("", err.toString());
        return out.toString().lines().toList();
    }

    private void assertRefused(String line, String... options) {
        err.getBuffer().setLength(0);
        String[] args = new String[options.length + 1];
        args[0] = "bench";
        System.arraycopy(options, 0, args, 1, options.length);
        assertEquals(2, run(args));
        assertEquals(
                List.of("negzero bench: " + line + " (see --help)"),
                err.toString().lines().toList());
        assertEquals("", out.toString());
    }

    private static void assertMatches(String pattern, String line) {
        assertTrue(line.matches(pattern), () -> line + "\ndoesn't match\n" + pattern);
    }

    @Test
    void aTableOfTheKnownColumns() {
        List<String> lines = lines(
                "bench",
                "--engine=host",
                "--ranks=3",
                "--dtype=bf16",
                "--protocol=signal",
                "--min=8",
                "--max=2K",
                "--factor=16",
                "--iters=2",
                "--check");
        assertEquals(
                "# all_reduce, 3 ranks on engine host, protocol signal; time of a call on the slowest rank, median of"
                        + " repeats",
                lines.get(0));
        assertMatches("# +size +count +type +redop +time +algbw +busbw +#wrong", lines.get(1));
        assertMatches("# +\\(B\\) +\\(elements\\) +\\(us\\) +\\(GB/s\\) +\\(GB/s\\) +", lines.get(2));
        String numbers = " +[0-9.]+ +[0-9.]+ +[0-9.]+ +0";
        assertMatches(" +8 +4 +bf16 +sum" + numbers, lines.get(3));
        assertMatches(" +128 +64 +bf16 +sum" + numbers, lines.get(4));
        assertMatches(" +2048 +1024 +bf16 +sum" + numbers, lines.get(5));
        assertEquals(6, lines.size());
    }

    @Test
    void commaSeparatedValuesOfEachProtocolAndType() {
        for (String protocol : List.of("auto", "lamport", "signal", "mailbox")) {
            for (String type : List.of("f32", "f16")) {
                out.getBuffer().setLength(0);
                List<String> lines = lines(
                        "bench",
                        "--engine=host",
                        "--dtype=" + type,
                        "--protocol=" + protocol,
                        "--min=1004",
                        "--max=1004",
                        "--iters=1",
                        "--csv",
                        "--check");
                assertEquals("size_bytes,count,type,redop,time_us,algbw_gbs,busbw_gbs,wrong", lines.get(0));
                int count = type.equals("f32") ? 251 : 502;
                assertMatches("1004," + count + "," + type + ",sum,[0-9.]+,[0-9.]+,[0-9.]+,0", lines.get(1));
                assertEquals(2, lines.size());
            }
        }
    }

    @Test
    void replaysOfCapturedCalls() {
        for (String protocol : List.of("auto", "lamport", "signal", "mailbox")) {
            out.getBuffer().setLength(0);
            List<String> lines = lines(
                    "bench",
                    "--engine=host",
                    "--ranks=3",
                    "--protocol=" + protocol,
                    "--min=1004",
                    "--max=1004",
                    "--iters=20",
                    "--graph=7",
                    "--check");
            assertEquals(
                    "# all_reduce, 3 ranks on engine host, protocol " + protocol
                            + ", replays of 7 captured calls; time of a call on the slowest rank, median of repeats",
                    lines.get(0));
            assertMatches(" +1004 +251 +f32 +sum +[0-9.]+ +[0-9.]+ +[0-9.]+ +0", lines.get(3));
        }
    }

    @Test
    void replaysOfCapturedBarriers() {
        List<String> lines = lines("bench", "--engine=host", "--op=barrier", "--iters=3", "--graph=5", "--csv");
        assertMatches("0,0,none,none,[0-9.]+,0.000,0.000,N/A", lines.get(1));
    }

    /** By itself and in a graph; each rank's result has its own length and values. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "BARRIER")
    void everyOperation(BenchOperation operation) {
        for (String graph : List.of("--graph=0", "--graph=3")) {
            out.getBuffer().setLength(0);
            List<String> lines = lines(
                    "bench",
                    "--engine=host",
                    "--ranks=3",
                    "--op=" + operation.name().toLowerCase(Locale.ROOT),
                    "--min=1200",
                    "--max=120000",
                    "--factor=100",
                    "--iters=6",
                    graph,
                    "--csv",
                    "--check");
            assertMatches("1200,(300|100),f32,(sum|none),[0-9.]+,[0-9.]+,[0-9.]+,0", lines.get(1));
            assertMatches("120000,(30000|10000),f32,(sum|none),[0-9.]+,[0-9.]+,[0-9.]+,0", lines.get(2));
        }
    }

    @Test
    void aBarrierHasNoBytes() {
        List<String> lines = lines("bench", "--engine=host", "--op=barrier", "--ranks=2", "--iters=3", "--csv");
        assertEquals(2, lines.size());
        assertMatches("0,0,none,none,[0-9.]+,0.000,0.000,N/A", lines.get(1));
    }

    @Test
    void withoutCheckNothingIsCalledRight() {
        List<String> lines = lines("bench", "--engine=host", "--min=8", "--max=8", "--iters=1", "--csv");
        assertTrue(lines.get(1).endsWith(",N/A"), lines.get(1));
    }

    @Test
    void badValuesGiveOneLineAndCode2() {
        assertRefused("--engine must be auto, host or cuda, found hip", "--engine=hip");
        assertRefused("--ranks must be 2..8, found 1", "--ranks=1");
        assertRefused("--ranks must be 2..8, found 9", "--ranks=9");
        assertRefused("--protocol can't be chosen for barrier, found lamport", "--op=barrier", "--protocol=lamport");
        assertRefused("--min must be at least 4 bytes, found 2", "--min=2");
        assertRefused("--max must be at least min, 8, found 4", "--max=4");
        assertRefused(
                "--max must be at most 1048576 bytes by lamport, found 2097152", "--protocol=lamport", "--max=2M");
        assertRefused("--max must be at most 262144 bytes by mailbox, found 1048576", "--protocol=mailbox", "--max=1m");
        assertRefused("--max must be at most 1073741824 bytes by auto, found 2147483648", "--max=2G");
        assertRefused("--factor must be at least 2, found 1", "--factor=1");
        assertRefused("--iters must be at least 0, found -1", "--iters=-1");
        assertRefused("--graph must be 0..10000, found -1", "--graph=-1");
        assertRefused("--graph must be 0..10000, found 10001", "--graph=10001");
    }

    @Test
    void unreadableValuesGiveOneLineAndCode2() {
        assertRefused(
                "Invalid value for option '--min': '8x' is not a number of bytes such as 512, 64K or 8M", "--min=8x");
        assertRefused(
                "Invalid value for option '--op': expected one of [ALL_REDUCE, REDUCE_SCATTER, REDUCE, ALL_GATHER, GATHER,"
                        + " SCATTER, BROADCAST, ALL_TO_ALL, BARRIER] (case-insensitive) but was 'scan'",
                "--op=scan");
        assertRefused(
                "Invalid value for option '--dtype': expected one of [F32, BF16, F16] (case-insensitive) but was 'f64'",
                "--dtype=f64");
        assertRefused("Invalid value for option '--ranks': 'two' is not an int", "--ranks=two");
        assertRefused("Unknown option: '--size=1'", "--size=1");
    }
}
