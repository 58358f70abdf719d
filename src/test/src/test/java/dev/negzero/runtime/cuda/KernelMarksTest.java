package dev.negzero.runtime.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.negzero.emit.Platform;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The places that a timeline names are in the sources that ship, and nothing else of these changes. */
class KernelMarksTest {
    private static String source() throws IOException {
        return BareLaunches.kernels().source(Platform.CUDA);
    }

    @Test
    void everyPlaceIsThereOnce() throws IOException {
        List<String> marks = KernelMarks.mark(source())
                .lines()
                .filter(line -> line.startsWith("    nz_mark("))
                .sorted()
                .toList();
        assertEquals(
                IntStream.range(0, KernelMarks.count())
                        .mapToObj(i -> "    nz_mark(call.rank, " + i + ");")
                        .sorted()
                        .toList(),
                marks);
    }

    @Test
    void withoutTheMarksItIsTheSourceAgain() throws IOException {
        String marked = KernelMarks.mark(source());
        int begin = marked.indexOf("// Inserted by KernelMarks");
        int end = marked.indexOf("namespace nz {");
        String rest = marked.substring(0, begin) + marked.substring(end);
        assertEquals(source(), rest.replaceAll("    nz_mark\\(call[.]rank, \\d+\\);\n", ""));
    }

    @Test
    void aPlaceThatIsGoneIsNamed() throws IOException {
        String source = source();
        String other = source.replace("    clear<K>(call, turn.line);\n", "");
        IllegalArgumentException gone = assertThrows(IllegalArgumentException.class, () -> KernelMarks.mark(other));
        assertEquals(
                "no line 1 that reads \"clear<K>(call, turn.line);\" in function reduce_by_lamport: name the place \"state"
                        + " moved on\" anew",
                gone.getMessage());
        String renamed = source.replace(" signal_two_stage(", " two_stages(");
        assertThrows(IllegalArgumentException.class, () -> KernelMarks.mark(renamed));
    }
}
