package dev.negzero.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.emit.KernelManifest;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlanCommandTest {
    private static final String NAME = "dev.negzero.samples.digits.Gradients.F32x4";

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String manifest) {
        return NegzeroCommand.run(new PrintWriter(out), new PrintWriter(err), "plan", manifest);
    }

    @Test
    void anInterfaceIsFoundByItsName() throws IOException {
        assertEquals(0, run(NAME), err::toString);
        KernelManifest manifest = ManifestFinder.find(NAME);
        List<String> lines = out.toString().lines().toList();
        assertEquals(NAME + ": 4 ranks, scope SYSTEM, signatures on", lines.get(0));
        assertEquals(
                "resources META-INF/negzero/dev/negzero/samples/digits/Gradients_F32x4.{cu,hip.cpp,json}",
                lines.get(1));
        assertEquals("schema 1, digest " + manifest.digest(), lines.get(2));
        assertTrue(lines.contains(
                "region of each rank: " + manifest.plan().layout().total() + " bytes"));
        manifest.plan().methods().forEach(method -> {
            method.variants().forEach(variant -> assertTrue(out.toString().contains(variant.entryPoint())));
            method.auto().forEach(row -> assertTrue(out.toString().contains(row.evidence())));
        });
    }

    @Test
    void theLayoutHasNoGaps() throws IOException {
        assertEquals(0, run(NAME));
        long next = 0;
        for (String line : out.toString().lines().toList()) {
            if (line.matches(" +\\d+ +\\d+  .*")) {
                String[] fields = line.strip().split(" +", -1);
                assertEquals(next, Long.parseLong(fields[0]), line);
                next += Long.parseLong(fields[1]);
            }
        }
        assertEquals(ManifestFinder.find(NAME).plan().layout().total(), next);
    }

    @Test
    void aFileWorksToo(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("copy.json");
        Files.writeString(file, ManifestFinder.find(NAME).toJson());
        assertEquals(0, run(file.toString()), err::toString);
        assertTrue(out.toString().startsWith(NAME));
    }

    @Test
    void aDamagedFileGivesOneLineAndCode1(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("bad.json");
        Files.writeString(file, "{");
        assertEquals(1, run(file.toString()));
        assertEquals(1, err.toString().lines().count());
        assertTrue(err.toString().startsWith("negzero plan: "), err.toString());
        assertEquals("", out.toString());
    }
}
