package dev.negzero.samples.small;

import dev.negzero.annotations.AllReduce;
import dev.negzero.annotations.Collective;
import dev.negzero.annotations.DType;
import dev.negzero.runtime.DeviceBuffer;
import dev.negzero.runtime.F32;
import dev.negzero.runtime.Group;
import dev.negzero.runtime.GroupOptions;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * A process for each rank. {@link OneRank} is the program, and the environment tells each process which rank it is. Here this
 * class starts them; torchrun and mpirun set the same things.
 */
public final class Sample10Processes {
    private static final int RANKS = 2;

    /** What the ranks do together. */
    @Collective(dtype = DType.F32, width = 4, groupSize = RANKS)
    public interface Sums {
        /** Every rank gets the sums. */
        @AllReduce
        void sum(DeviceBuffer<F32> in, DeviceBuffer<F32> out, long count);
    }

    /** One rank. */
    public static final class OneRank {
        private OneRank() {}

        /** Joins the group that the environment describes; takes no arguments. */
        public static void main(String[] args) {
            try (Group group = Group.fromEnvironment(GroupOptions.defaults())) {
                // The body runs for the one rank that this process is.
                group.run(rank -> {
                    float[] values = {1 + rank.index(), 10};
                    try (var launcher = Sample10Processes_SumsLauncher.open(rank);
                            var inOut = rank.buffer(F32.class, values.length)) {
                        inOut.copyFrom(values);
                        launcher.sum(inOut, inOut, values.length);
                        rank.synchronize();
                        inOut.copyTo(values);
                    }
                    String ranks = group.ranks().size() + " of " + group.size() + " ranks is here: ";
                    System.out.println(ranks + "rank " + rank.index() + " received " + Arrays.toString(values));
                });
            }
        }
    }

    private Sample10Processes() {}

    /** Runs the sample; takes no arguments. */
    public static void main(String[] args) {
        run(System.out);
    }

    /** Runs the sample and prints what each process printed. */
    public static void run(PrintStream out) {
        List<Process> processes = new ArrayList<>();
        try {
            String port = Integer.toString(freePort());
            String token = UUID.randomUUID().toString();
            for (int rank = 0; rank < RANKS; rank++) {
                processes.add(start(rank, port, token));
            }
            for (Process process : processes) {
                out.print(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            processes.forEach(Process::destroy);
        }
    }

    private static Process start(int rank, String port, String token) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classPath = System.getProperty("java.class.path");
        ProcessBuilder builder = new ProcessBuilder(java, "-cp", classPath, OneRank.class.getName());
        builder.environment()
                .putAll(Map.of(
                        "RANK",
                        Integer.toString(rank),
                        "WORLD_SIZE",
                        Integer.toString(RANKS),
                        "NEGZERO_PORT",
                        port,
                        "NEGZERO_TOKEN",
                        token));
        return builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    }

    /** A port that nobody listens on just now; rank 0 will. */
    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
