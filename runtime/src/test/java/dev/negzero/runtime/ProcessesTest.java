package dev.negzero.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.plan.FaultKind;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Ranks as processes that find each other as torchrun or mpirun starts them. Here they run on the host engine. */
@Timeout(60)
class ProcessesTest {
    private static final GroupOptions SOON = GroupOptions.defaults().withDeadline(Duration.ofSeconds(2));

    private final List<Process> started = new ArrayList<>();
    private final int port = freePort();

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @BeforeEach
    void hostEngine() {
        System.setProperty("negzero.engine", "host");
    }

    @AfterEach
    void endAll() throws InterruptedException {
        System.clearProperty("negzero.engine");
        for (Process process : started) {
            process.destroyForcibly().waitFor();
        }
    }

    private Process start(Map<String, String> environment, int calls, int seconds) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Dnegzero.engine=host",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ProcessMain.class.getName(),
                        Integer.toString(calls),
                        Integer.toString(seconds))
                .inheritIO();
        builder.environment().putAll(environment);
        Process process = builder.start();
        started.add(process);
        return process;
    }

    private Map<String, String> torchrun(int rank, int size) {
        return Map.of(
                "RANK", Integer.toString(rank),
                "WORLD_SIZE", Integer.toString(size),
                "LOCAL_RANK", Integer.toString(rank),
                "LOCAL_WORLD_SIZE", Integer.toString(size),
                "MASTER_ADDR", "localhost",
                "MASTER_PORT", Integer.toString(port),
                "TORCHELASTIC_RUN_ID", "job");
    }

    private Map<String, String> mpirun(int rank, int size) {
        return Map.of(
                "OMPI_COMM_WORLD_RANK", Integer.toString(rank),
                "OMPI_COMM_WORLD_SIZE", Integer.toString(size),
                "OMPI_COMM_WORLD_LOCAL_RANK", Integer.toString(rank),
                "OMPI_COMM_WORLD_LOCAL_SIZE", Integer.toString(size),
                "NEGZERO_PORT", Integer.toString(port),
                "PMIX_NAMESPACE", "job");
    }

    private Membership zero(int size) {
        return new Membership(0, size, 0, "localhost", port, "job");
    }

    @Test
    void ranksOfEitherLauncherMakeCallsTogether() throws IOException, InterruptedException {
        Process two = start(torchrun(2, 3), 500, 30);
        Process one = start(mpirun(1, 3), 500, 30);
        try (Group group = Group.join(zero(3), GroupOptions.defaults())) {
            assertEquals("host", group.engine());
            assertEquals(1, group.ranks().size());
            group.run(rank -> JoinMain.calls(rank, JoinMain.plan(3), 500));
        }
        assertEquals(0, one.waitFor());
        assertEquals(0, two.waitFor());
    }

    /** It can't say so; its peer finds out at the deadline, and names it. */
    @Test
    void killedProcess() throws IOException, InterruptedException {
        Process one = start(torchrun(1, 2), Integer.MAX_VALUE, 30);
        try (Group group = Group.join(zero(2), SOON)) {
            CollectiveException thrown = assertThrows(
                    CollectiveException.class,
                    () -> group.run(rank -> {
                        Communicator communicator = Communicator.open(rank, JoinMain.plan(2), "digest");
                        rank.symmetricBuffer(F32.class, 3000);
                        DeviceBuffer<F32> buffer = rank.buffer(F32.class, 35);
                        communicator.allReduce(0, buffer, buffer, 1);
                        one.destroyForcibly().waitFor();
                        // It may have sent its part of the second call before it died, but none of the third.
                        communicator.allReduce(1, buffer, buffer, 18);
                        communicator.allReduce(2, buffer, buffer, 35);
                    }));
            assertEquals(FaultKind.TIMEOUT, thrown.kind());
            assertEquals(0b10, thrown.missingMask());
        }
    }

    /** Its own exception reaches the other process at once, long before the deadline. */
    @Test
    void exceptionInOneProcess() throws IOException, InterruptedException {
        Process one = start(torchrun(1, 2), Integer.MAX_VALUE, 3600);
        GroupOptions never = GroupOptions.defaults().withDeadline(Duration.ofHours(1));
        try (Group group = Group.join(zero(2), never)) {
            IllegalStateException own = new IllegalStateException("mine");
            assertEquals(
                    own,
                    assertThrows(
                            IllegalStateException.class,
                            () -> group.run(rank -> {
                                throw own;
                            })));
        }
        assertTrue(one.waitFor() != 0);
    }

    @Test
    void peerThatDoesNotJoin() {
        String message = assertThrows(LoadingException.class, () -> Group.join(zero(2), SOON))
                .getMessage();
        assertEquals(
                "NZ851: the processes of a group didn't find each other; found rank 0 of 2 at localhost:" + port
                        + ", which waited until the deadline for rank 1; start all ranks, with the same number of ranks,"
                        + " address, port, token and -Dnegzero.engine=",
                message);
    }
}
