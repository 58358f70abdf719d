package dev.negzero.runtime.cuda;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two JVMs that start at once extract native libraries and keep kernels in the same empty folders. */
@Timeout(120)
class TwoProcessesTest {
    @TempDir
    Path temporary;

    @TempDir
    Path cache;

    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void endAll() throws InterruptedException {
        for (Process process : started) {
            process.destroyForcibly().waitFor();
        }
    }

    private BufferedReader start() throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Djava.io.tmpdir=" + temporary,
                        "-Djna.tmpdir=" + temporary,
                        "-cp",
                        System.getProperty("java.class.path"),
                        ExtractionRace.class.getName(),
                        cache.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        started.add(process);
        return process.inputReader(StandardCharsets.UTF_8);
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }

    @Test
    void bothSucceedAndOneWholeEntryStays() throws IOException, InterruptedException {
        List<BufferedReader> said = List.of(start(), start());
        for (BufferedReader reader : said) {
            assertEquals("ready", reader.readLine());
        }
        for (Process process : started) {
            process.getOutputStream().write('\n');
            process.getOutputStream().flush();
        }
        for (int i = 0; i < 2; i++) {
            assertEquals("done", said.get(i).readLine());
            assertEquals(0, started.get(i).waitFor());
        }
        assertEquals(List.of(), files(temporary), "extracted libraries are gone");
        assertEquals(1, files(cache).size());
        List<byte[]> found = new KernelCache(cache, true).find(ExtractionRace.request(), new ArrayList<>());
        assertArrayEquals(ExtractionRace.image(), found.get(0));
    }
}
