package dev.negzero.runtime.group;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.runtime.LoadingException;
import dev.negzero.runtime.Membership;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Processes of one job find each other, and nobody else gets in or holds them up. */
@Timeout(60)
class JobTest {
    private static final long LONG = Duration.ofSeconds(30).toNanos();
    private static final long SHORT = Duration.ofSeconds(1).toNanos();

    private final int port = freePort();

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private Membership rank(int rank, int size) {
        return Membership.of(rank, size, port, "token");
    }

    private static CompletableFuture<Job> join(Membership me, long nanos) {
        CompletableFuture<Job> job = new CompletableFuture<>();
        new Thread(() -> {
                    try {
                        job.complete(Job.join(me, "card " + me.rank(), nanos));
                    } catch (Throwable e) {
                        job.completeExceptionally(e);
                    }
                })
                .start();
        return job;
    }

    private static String failure(CompletableFuture<Job> job) {
        Throwable cause = assertThrows(CompletionException.class, job::join).getCause();
        String message = ((LoadingException) cause).getMessage();
        String cure = "; start all ranks, with the same number of ranks, address, port, token and -Dnegzero.engine=";
        String text = "NZ851: the processes of a group didn't find each other; found ";
        assertTrue(message.startsWith(text) && message.endsWith(cure), message);
        return message.substring(text.length(), message.length() - cure.length());
    }

    private static void closeAll(List<CompletableFuture<Job>> jobs) {
        jobs.forEach(job -> job.join().close());
        assertFalse(Files.exists(jobs.get(0).join().base().getParent()));
    }

    /** Connects to rank 0 as soon as it listens. */
    private Socket stranger() throws IOException {
        while (true) {
            try {
                return new Socket(InetAddress.getByName(JobEnvironment.LOOPBACK), port);
            } catch (java.net.ConnectException e) {
                Thread.onSpinWait();
            }
        }
    }

    @Test
    void allRanksInAnyOrder() {
        for (int round = 0; round < 3; round++) {
            List<CompletableFuture<Job>> jobs = new ArrayList<>();
            for (int rank = 4; rank >= 0; rank--) {
                jobs.add(join(rank(rank, 5), LONG));
            }
            for (CompletableFuture<Job> job : jobs) {
                assertEquals(
                        List.of("card 0", "card 1", "card 2", "card 3", "card 4"),
                        job.join().cards());
                assertEquals(jobs.get(0).join().base(), job.join().base());
            }
            closeAll(jobs);
        }
    }

    /** One after the other on one port, each rank as soon as it can. */
    @Test
    void manyGroupsOfOneJob() {
        List<CompletableFuture<Integer>> ranks = new ArrayList<>();
        for (int rank = 0; rank < 3; rank++) {
            Membership me = rank(rank, 3);
            ranks.add(CompletableFuture.supplyAsync(
                    () -> {
                        for (int group = 0; group < 20; group++) {
                            Job.join(me, "card " + me.rank(), LONG).close();
                        }
                        return me.rank();
                    },
                    task -> new Thread(task).start()));
        }
        for (int rank = 0; rank < 3; rank++) {
            assertEquals(rank, ranks.get(rank).join());
        }
    }

    @Test
    void theFolderIsTheUsersOwn() throws IOException {
        List<CompletableFuture<Job>> jobs = List.of(join(rank(0, 2), LONG), join(rank(1, 2), LONG));
        assertEquals(
                "rwx------",
                java.nio.file.attribute.PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(jobs.get(0).join().base().getParent())));
        Files.createFile(jobs.get(1).join().base().resolveSibling("left-by-a-killed-rank"));
        jobs.get(1).join().close();
        assertTrue(Files.exists(jobs.get(0).join().base().getParent()));
        closeAll(jobs);
    }

    @Test
    void garbageIsRefused() throws IOException {
        CompletableFuture<Job> zero = join(rank(0, 2), LONG);
        for (int i = 0; i < 20; i++) {
            try (Socket socket = stranger()) {
                OutputStream out = socket.getOutputStream();
                out.write("GET / HTTP/1.1 and so on and so forth\n".getBytes(java.nio.charset.StandardCharsets.UTF_8));
                // It hangs up on us.
                assertTrue(read(socket) <= 0);
            }
        }
        closeAll(List.of(zero, join(rank(1, 2), LONG)));
    }

    private static int read(Socket socket) {
        try {
            return socket.getInputStream().read();
        } catch (IOException e) {
            return -1;
        }
    }

    /** More of them than are listened to at a time, each silent in the middle of a greeting. */
    @Test
    void stalledStrangersHoldNobodyUp() throws IOException {
        CompletableFuture<Job> zero = join(rank(0, 2), LONG);
        List<Socket> strangers = new ArrayList<>();
        for (int i = 0; i < 80; i++) {
            Socket socket = stranger();
            socket.getOutputStream().write(JoinProtocol.HELLO, 0, i % JoinProtocol.HELLO.length);
            strangers.add(socket);
        }
        closeAll(List.of(zero, join(rank(1, 2), LONG)));
        for (Socket socket : strangers) {
            socket.close();
        }
    }

    @Test
    void otherToken() {
        CompletableFuture<Job> zero = join(rank(0, 2), SHORT);
        CompletableFuture<Job> foreign = join(Membership.of(1, 2, port, "other"), SHORT);
        assertEquals(
                "rank 1 of 2 at 127.0.0.1:" + port
                        + ", which heard nothing from rank 0 until the deadline: a job with another token listens there",
                failure(foreign).replaceAll("deadline: .*", "deadline: a job with another token listens there"));
        String missing = failure(zero);
        assertTrue(missing.startsWith(
                "rank 0 of 2 at 127.0.0.1:" + port + ", which waited until the deadline for rank 1"));
    }

    /** Somebody who knows the protocol but not the token, and doesn't mind who listens. */
    @Test
    void proofWithoutTheToken() throws IOException {
        CompletableFuture<Job> zero = join(rank(0, 2), SHORT);
        try (Socket socket = stranger()) {
            JoinWire wire = new JoinWire(socket, System.nanoTime() + LONG);
            wire.send(JoinProtocol.HELLO, JoinToken.challenge());
            wire.bytes(JoinProtocol.HELLO.length + 2 * JoinToken.BYTES);
            wire.send(
                    JoinToken.challenge(),
                    new byte[JoinProtocol.IDENTITY_BYTES],
                    JoinWire.number(1),
                    JoinWire.number(2),
                    JoinWire.text("card"));
            assertTrue(read(socket) <= 0);
        }
        String missing = failure(zero);
        assertTrue(missing.matches(".* for rank 1 and refused /127.0.0.1:[0-9]+ \\(another token\\)"), missing);
    }

    /** What one connection proves is of no use on another, in either direction. */
    @Test
    void overheardProofs() throws IOException {
        CompletableFuture<Job> zero = join(rank(0, 2), SHORT);
        byte[] challenge = JoinToken.challenge();
        byte[] identity = new byte[JoinProtocol.IDENTITY_BYTES];
        byte[] place = JoinWire.number(1);
        byte[] group = JoinWire.number(2);
        byte[] card = JoinWire.text("card");
        byte[] earlier = new JoinToken("token").proof(JoinProtocol.CALLER, challenge, identity, place, group, card);
        try (Socket replayed = stranger();
                Socket reflected = stranger()) {
            for (Socket socket : List.of(replayed, reflected)) {
                JoinWire wire = new JoinWire(socket, System.nanoTime() + LONG);
                wire.send(JoinProtocol.HELLO, challenge);
                wire.bytes(JoinProtocol.HELLO.length + JoinToken.BYTES);
                byte[] listeners = wire.bytes(JoinToken.BYTES);
                wire.send(socket == replayed ? earlier : listeners, identity, place, group, card);
                assertTrue(read(socket) <= 0);
            }
        }
        assertTrue(failure(zero).contains("(another token)"));
    }

    /** Something else took rank 0's place for a while: it is left alone, and rank 0 is found when it comes. */
    @Test
    void whoAnswersGarbageIsCalledAgain() throws IOException, InterruptedException {
        CompletableFuture<Job> one;
        try (ServerSocket other = new ServerSocket(port, 8, InetAddress.getByName(JobEnvironment.LOOPBACK))) {
            one = join(rank(1, 2), LONG);
            for (int i = 0; i < 3; i++) {
                try (Socket caller = other.accept()) {
                    caller.getInputStream().readNBytes(JoinProtocol.HELLO.length);
                    caller.getOutputStream().write(new byte[200]);
                }
            }
        }
        closeAll(List.of(join(rank(0, 2), LONG), one));
    }

    /** Unless something else is asked for, rank 0 listens on the loopback interface. */
    @Test
    void loopbackByDefault() throws IOException {
        assertEquals("127.0.0.1", Membership.of(0, 2, port, "token").address());
        java.util.Map<String, String> environment =
                java.util.Map.of("RANK", "0", "WORLD_SIZE", "2", "NEGZERO_PORT", Integer.toString(port));
        Membership me = Membership.fromEnvironment(environment);
        assertEquals("127.0.0.1", me.address());
        try (ServerSocket socket = JoinListener.listen(me)) {
            assertTrue(socket.getInetAddress().isLoopbackAddress());
        }
        Membership asked = new Membership(0, 2, 0, "127.0.0.2", port, "token");
        try (ServerSocket socket = JoinListener.listen(asked)) {
            assertEquals("127.0.0.2", socket.getInetAddress().getHostAddress());
        }
    }

    @Test
    void ranksThatDontCome() {
        CompletableFuture<Job> zero = join(rank(0, 4), SHORT);
        CompletableFuture<Job> two = join(rank(2, 4), SHORT);
        assertEquals(
                "rank 0 of 4 at 127.0.0.1:" + port + ", which waited until the deadline for rank 1, 3", failure(zero));
        assertTrue(failure(two)
                .startsWith(
                        "rank 2 of 4 at 127.0.0.1:" + port + ", which heard nothing from rank 0 until the deadline: "));
    }

    @Test
    void otherSizeAndSecondRank() {
        CompletableFuture<Job> zero = join(rank(0, 3), LONG);
        assertEquals(
                "rank 1 of 2 at 127.0.0.1:" + port + ", which rank 0 refused: rank 1 of 2, here are 3",
                failure(join(rank(1, 2), LONG)));
        List<CompletableFuture<Job>> ones = List.of(join(rank(1, 3), LONG), join(rank(1, 3), LONG));
        CompletableFuture.anyOf(ones.toArray(CompletableFuture[]::new))
                .handle((done, failure) -> failure)
                .join();
        CompletableFuture<Job> refused = ones.stream()
                .filter(CompletableFuture::isCompletedExceptionally)
                .findFirst()
                .orElseThrow();
        assertEquals("rank 1 of 3 at 127.0.0.1:" + port + ", which rank 0 refused: a second rank 1", failure(refused));
        CompletableFuture<Job> two = join(rank(2, 3), LONG);
        closeAll(List.of(
                zero,
                two,
                ones.stream().filter(one -> one != refused).findFirst().orElseThrow()));
    }

    @Test
    void portInUse() throws IOException {
        try (ServerSocket other = new ServerSocket(port, 1, InetAddress.getByName(JobEnvironment.LOOPBACK))) {
            assertTrue(other.isBound());
            assertTrue(failure(join(rank(0, 2), LONG))
                    .startsWith("rank 0 of 2 at 127.0.0.1:" + port + ", which can't listen there: "));
            // It listens, and says nothing.
            assertTrue(failure(join(rank(1, 2), SHORT))
                    .startsWith("rank 1 of 2 at 127.0.0.1:" + port + ", which heard nothing from rank 0"));
        }
    }

    /** Only the interface asked for. */
    @Test
    void otherInterfacesAreClosed() throws IOException {
        CompletableFuture<Job> zero = join(rank(0, 2), LONG);
        stranger().close();
        assertThrows(IOException.class, () -> new Socket(InetAddress.getByName("127.0.0.2"), port).close());
        closeAll(List.of(zero, join(rank(1, 2), LONG)));
    }
}
