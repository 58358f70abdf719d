package dev.negzero.tests.gpu;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.negzero.tests.tools.Tools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The program for compute-sanitizer compiles; src/test/gpu/pack builds it so, and it runs where there is a GPU. */
@Timeout(300)
class SanitizerBuildTest {
    @TempDir
    private Path folder;

    @Test
    void compiles() throws IOException, InterruptedException {
        Path nvcc = Tools.require("nvcc");
        SanitizerSources.write(SanitizerSources.plan(3), folder);
        List<String> command = new ArrayList<>(List.of(nvcc.toString(), "-arch=sm_90", "-lineinfo"));
        command.addAll(List.of(Files.readString(folder.resolve("flags")).strip().split(" ")));
        command.addAll(List.of("-o", "sanitize", "sanitize.cu"));
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output").toFile())
                .start();
        process.waitFor(4, TimeUnit.MINUTES);
        assertEquals("", Files.readString(folder.resolve("output")));
        assertEquals(0, process.exitValue());
    }
}
