package dev.negzero.tests.gpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranks as processes: they reach each other's memory by the driver's handles. The GPU runs them in turns. */
@Gpu
@Timeout(120)
class ProcessCasesTest {
    private static final int MOST_SECONDS = 60;

    private final List<Process> started = new ArrayList<>();

    private void start(int ranks, String... arguments) throws IOException {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        for (int rank = 0; rank < ranks; rank++) {
            List<String> command = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Dnegzero.engine=cuda",
                    "-Dnegzero.devices=" + System.getProperty("negzero.devices")));
            String cache = System.getProperty("negzero.cache");
            if (cache != null) {
                command.add("-Dnegzero.cache=" + cache);
            }
            command.addAll(List.of("-cp", System.getProperty("java.class.path"), ProcessRank.class.getName()));
            command.addAll(List.of(arguments));
            ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
            builder.environment()
                    .putAll(Map.of(
                            "RANK", Integer.toString(rank),
                            "WORLD_SIZE", Integer.toString(ranks),
                            "LOCAL_RANK", Integer.toString(rank),
                            "NEGZERO_TOKEN", "process cases",
                            "NEGZERO_PORT", Integer.toString(port)));
            started.add(builder.start());
        }
    }

    @AfterEach
    void endAll() throws InterruptedException {
        for (Process process : started) {
            process.destroyForcibly().waitFor();
        }
    }

    private void awaitAll() throws InterruptedException {
        for (Process process : started) {
            assertTrue(process.waitFor(MOST_SECONDS, TimeUnit.SECONDS));
            assertEquals(0, process.exitValue());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void allWaysBetweenProcesses(int ranks) throws IOException, InterruptedException {
        start(ranks, "calls", Long.toString(Fleet.random().nextLong()));
        awaitAll();
    }

    /** G18: a rank's process is killed. */
    @Test
    void g18KilledProcess() throws IOException, InterruptedException {
        start(2, "killed");
        awaitAll();
    }
}
