package dev.negzero.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class DoctorCommandTest {
    @Test
    void itNamesJvmEngineToolsAndTries() {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        assertEquals(0, NegzeroCommand.run(new PrintWriter(out), new PrintWriter(err), "doctor"), err::toString);
        List<String> lines = out.toString().lines().toList();
        assertEquals(8, lines.size(), out.toString());
        assertTrue(lines.get(0).contains(Runtime.version().toString()), lines.get(0));
        assertTrue(lines.get(2).matches("nvcc +(/.*|not found) \\(compiles the CUDA kernels\\)"), lines.get(2));
        assertEquals("engine      host", lines.get(6));
        assertEquals("all-reduce  rank 0 received [3.0, 20.0, -1.0]", lines.get(7));
    }
}
