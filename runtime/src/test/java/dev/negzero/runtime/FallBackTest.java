package dev.negzero.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.runtime.cuda.DriverTracesTest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Without a binding to CUDA groups run on the host engine, and the first one says so; in a JVM of its own each time. */
class FallBackTest {
    private static final String MISSING = "no class com.sun.jna.Native on the class path (net.java.dev.jna:jna)";

    private static final String NO_DRIVER =
            "INFO: negzero runs on the host engine: no NVIDIA driver; looked for /dev/nvidiactl, /dev/dxg,"
                    + " /proc/driver/nvidia, and libcuda.so.1 where the loader looks (-Dnegzero.engine=host says so"
                    + " without this line)";

    @TempDir
    private Path folder;

    /** Opens two groups, or the job's where this process is a rank of one, and prints their engines. */
    static final class Main {
        private Main() {}

        public static void main(String[] args) {
            if (System.getenv("WORLD_SIZE") != null) {
                try (Group group = Group.fromEnvironment(GroupOptions.defaults())) {
                    System.out.println(group.engine());
                }
                return;
            }
            for (int i = 0; i < 2; i++) {
                try (Group group = Group.open(2)) {
                    System.out.println(group.engine());
                }
            }
        }
    }

    /** Lines of both streams, without JNA on the class path. */
    private List<String> run(String... options) throws IOException, InterruptedException {
        return runWith(ClassPath.without("jna-.*"), options);
    }

    private List<String> runWith(String classPath, String... options) throws IOException, InterruptedException {
        Path output = folder.resolve("output");
        assertTrue(start(output, classPath, Map.of(), options).waitFor(2, TimeUnit.MINUTES));
        return Files.readAllLines(output);
    }

    private static Process start(Path output, String classPath, Map<String, String> environment, String... options)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", classPath, Main.class.getName()));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().putAll(environment);
        return builder.start();
    }

    @Test
    void saidOnce() throws IOException, InterruptedException {
        List<String> lines = run();
        assertEquals(2, lines.stream().filter("host"::equals).count(), lines::toString);
        String said =
                "negzero runs on the host engine: " + MISSING + " (-Dnegzero.engine=host says so without this line)";
        assertEquals(1, lines.stream().filter(line -> line.endsWith(said)).count(), lines::toString);
    }

    @Test
    void eachBindingIsNamedThatIsMissing() throws IOException, InterruptedException {
        Map<String, String> missing = Map.of(
                "jffi-.*", "no class com.kenai.jffi.Invoker on the class path (com.github.jnr:jffi)",
                "jcuda-.*", "no class jcuda.driver.JCudaDriver on the class path (org.jcuda:jcuda)");
        for (Map.Entry<String, String> jar : missing.entrySet()) {
            List<String> lines = runWith(ClassPath.without(jar.getKey()), "-Dnegzero.engine=cuda");
            assertTrue(lines.get(0).contains(", but " + jar.getValue() + "; "), lines::toString);
        }
    }

    /** And nothing else: a JVM since JDK 24 that loaded JNA to look for a driver would print warnings. */
    @Test
    void withoutADriverNothingNativeIsLoaded() throws IOException, InterruptedException {
        Assumptions.assumeFalse(DriverTracesTest.here(), "this machine has an NVIDIA driver");
        List<String> lines = runWith(System.getProperty("java.class.path"));
        assertEquals(List.of(NO_DRIVER, "host", "host"), lines.subList(1, lines.size()));
    }

    /** Nor in a rank that is a process of its own. */
    @Test
    void withoutADriverAJoinLoadsNothingNative() throws IOException, InterruptedException {
        Assumptions.assumeFalse(DriverTracesTest.here(), "this machine has an NVIDIA driver");
        String port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = Integer.toString(socket.getLocalPort());
        }
        List<Process> ranks = new ArrayList<>();
        for (int rank = 0; rank < 2; rank++) {
            Map<String, String> environment = Map.of(
                    "RANK",
                    Integer.toString(rank),
                    "WORLD_SIZE",
                    "2",
                    "LOCAL_RANK",
                    Integer.toString(rank),
                    "NEGZERO_TOKEN",
                    "fall back",
                    "NEGZERO_PORT",
                    port);
            ranks.add(start(folder.resolve("rank" + rank), System.getProperty("java.class.path"), environment));
        }
        for (int rank = 0; rank < 2; rank++) {
            assertTrue(ranks.get(rank).waitFor(2, TimeUnit.MINUTES));
            List<String> lines = Files.readAllLines(folder.resolve("rank" + rank));
            assertEquals(List.of(NO_DRIVER, "host"), lines.subList(Math.min(1, lines.size()), lines.size()));
        }
    }

    @Test
    void askedForTheHostEngineItSaysNothing() throws IOException, InterruptedException {
        assertEquals(List.of("host", "host"), run("-Dnegzero.engine=host"));
    }

    @Test
    void askedForCudaItRefuses() throws IOException, InterruptedException {
        String refusal = "NZ809: the CUDA engine is not available; found -Dnegzero.engine=cuda, but " + MISSING
                + "; set -Dnegzero.engine=host, or auto";
        List<String> lines = run("-Dnegzero.engine=cuda");
        assertTrue(lines.get(0).endsWith(refusal), lines::toString);
    }
}
