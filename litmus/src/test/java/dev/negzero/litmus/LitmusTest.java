package dev.negzero.litmus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lets jcstress run all litmus tests, as a sample; {@code -Dnegzero.litmus.iterations=} makes it run longer. */
class LitmusTest {
    private static final int ITERATIONS = 2;

    @TempDir
    Path folder;

    @Test
    void noForbiddenOutcome() throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), "org.openjdk.jcstress.Main"));
        // One JVM configuration, plain and with the compiler's random schedules.
        command.addAll(List.of("-jvmArgs", "-Xmx256m", "-sc", "false", "-af", "NONE", "-f", "1", "-fsm", "1"));
        command.addAll(List.of("-time", "200", "-iters"));
        command.add(Integer.toString(Integer.getInteger("negzero.litmus.iterations", ITERATIONS)));
        command.addAll(List.of("-r", folder.toString()));
        Process jcstress = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(jcstress.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int status = jcstress.waitFor();
        String results = output.substring(Math.max(0, output.indexOf("RUN RESULTS")));
        System.out.println(results);
        assertEquals(0, status, output);
        assertTrue(results.contains("Failed tests: No matches"), output);
        assertTrue(results.contains("Error tests: No matches"), output);
    }
}
