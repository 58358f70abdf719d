package dev.negzero.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.negzero.plan.FaultKind;
import dev.negzero.runtime.engine.Probe;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A process that is killed or stopped inside a call: its peer is told in time, and what it leaves behind is recognised. */
@Timeout(120)
class FaultProcessesTest {
    private static final GroupOptions SOON = GroupOptions.defaults().withDeadline(Duration.ofSeconds(3));

    @TempDir
    Path folder;

    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void endAll() throws InterruptedException {
        for (Process process : started) {
            process.destroyForcibly().waitFor();
        }
    }

    private Process start(int call, Probe.Point point) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        FaultProcess.class.getName(),
                        base().toString(),
                        "1",
                        "2",
                        Integer.toString(call),
                        point.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        started.add(process);
        // The short deadline is for calls, not for a JVM that starts.
        while (process.isAlive() && !Files.exists(folder.resolve("group.lock.1"))) {
            Thread.yield();
        }
        return process;
    }

    private Path base() {
        return folder.resolve("group");
    }

    private static void awaitThePoint(Process peer) {
        try {
            assertEquals(
                    FaultProcess.AT, peer.inputReader(StandardCharsets.UTF_8).readLine());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void signal(Process process, String name) {
        try {
            Signals.send(process, name);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    /** Calls until the peer is missed; every result before that is checked. */
    private static CollectiveException callsOf(Group group) {
        return assertThrows(CollectiveException.class, () -> group.run(FaultProcess::calls));
    }

    /** Killed inside a call, at each point of each path. */
    @ParameterizedTest
    @CsvSource({"1, CALL_ENTRY", "4, PUSHED", "5, BEFORE_WAIT", "2, CONSUMED", "7, PUSHED"})
    void killed(int call, Probe.Point point) throws Exception {
        Process peer = start(call, point);
        CollectiveException fault;
        try (Group group = Group.join(base(), 0, 2, SOON)) {
            Thread killer = new Thread(() -> {
                awaitThePoint(peer);
                peer.destroyForcibly();
            });
            killer.start();
            fault = callsOf(group);
            killer.join();
            assertThrows(CollectiveException.class, () -> group.run(Rank::synchronize));
        }
        assertEquals(FaultKind.TIMEOUT, fault.kind());
        assertEquals(0b10, fault.missingMask());
        assertEquals(List.of("group.0.1", "group.1.1", "group.lock.1"), files());
        theNextGroupIsRight();
    }

    /** Stopped inside a call, missed, and continued: it is told as well, does no harm, and a reset brings both back. */
    @ParameterizedTest
    @CsvSource({"0, CALL_ENTRY", "1, PUSHED", "2, BEFORE_WAIT", "3, CONSUMED"})
    void stopped(int call, Probe.Point point) throws Exception {
        Process peer = start(call, point);
        try (Group group = Group.join(base(), 0, 2, SOON)) {
            BufferedReader said = peer.inputReader(StandardCharsets.UTF_8);
            Thread stopper = new Thread(() -> {
                awaitThePoint(peer);
                signal(peer, "STOP");
            });
            stopper.start();
            CollectiveException fault = callsOf(group);
            stopper.join();
            assertEquals(FaultKind.TIMEOUT, fault.kind());
            assertEquals(0b10, fault.missingMask());
            signal(peer, "CONT");
            peer.getOutputStream().write('\n');
            peer.getOutputStream().flush();
            assertEquals("TIMEOUT of rank 0", said.readLine());
            group.reset();
            group.run(FaultProcess::calls);
            assertEquals("done behind the reset", said.readLine());
            assertEquals(0, peer.waitFor());
        }
        assertEquals(List.of(), files());
        theNextGroupIsRight();
    }

    /** Under the same base: what the dead process has left is in nobody's way. */
    private void theNextGroupIsRight() throws IOException, InterruptedException {
        Process peer = start(-1, Probe.Point.CALL_ENTRY);
        try (Group group = Group.join(base(), 0, 2, GroupOptions.defaults())) {
            group.run(FaultProcess::calls);
        }
        assertEquals("done", peer.inputReader(StandardCharsets.UTF_8).readLine());
        assertEquals(0, peer.waitFor());
        assertEquals(List.of(), files());
    }
}
