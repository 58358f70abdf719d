package dev.negzero.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Ranks as processes of their own, of one main class, on the engine and the GPUs that this JVM's properties name. */
final class RankProcesses implements AutoCloseable {
    private static final int RANKS = 2;

    private final List<Process> started = new ArrayList<>();

    /** Starts both. */
    RankProcesses(Class<?> main, List<String> arguments) throws IOException {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        for (int rank = 0; rank < RANKS; rank++) {
            List<String> command = new ArrayList<>();
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.add("-Dnegzero.engine=" + (GpuGroups.found() ? "cuda" : "host"));
            for (String property : List.of("negzero.devices", "negzero.cache")) {
                if (System.getProperty(property) != null) {
                    command.add("-D" + property + "=" + System.getProperty(property));
                }
            }
            command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
            command.addAll(arguments);
            ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
            builder.environment()
                    .putAll(Map.of(
                            "RANK", Integer.toString(rank),
                            "WORLD_SIZE", Integer.toString(RANKS),
                            "LOCAL_RANK", Integer.toString(rank),
                            "NEGZERO_TOKEN", "rank processes",
                            "NEGZERO_PORT", Integer.toString(port)));
            started.add(builder.start());
        }
    }

    Process rank(int rank) {
        return started.get(rank);
    }

    /** The next line that a rank prints. */
    String line(int rank) throws IOException {
        return rank(rank).inputReader(StandardCharsets.UTF_8).readLine();
    }

    /** Sends a rank, which waits for it, a line. */
    void goOn(int rank) throws IOException {
        rank(rank).getOutputStream().write('\n');
        rank(rank).getOutputStream().flush();
    }

    /** Sends a rank's process a signal. */
    void signal(int rank, String name) throws IOException, InterruptedException {
        Signals.send(rank(rank), name);
    }

    /** Waits for the end of a rank, which must be a good one, and prints what it has printed; that is little. */
    void awaitRank(int rank, int seconds) throws InterruptedException {
        assertTrue(rank(rank).waitFor(seconds, TimeUnit.SECONDS), "rank " + rank + " didn't end");
        rank(rank).inputReader(StandardCharsets.UTF_8).lines().forEach(System.out::println);
        assertEquals(0, rank(rank).exitValue(), "rank " + rank);
    }

    @Override
    public void close() {
        started.forEach(process -> process.destroyForcibly().onExit().join());
    }
}
