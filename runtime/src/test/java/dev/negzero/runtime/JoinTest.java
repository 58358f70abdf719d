package dev.negzero.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.negzero.plan.FaultKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Ranks as processes that share nothing but mapped files. */
@Timeout(60)
class JoinTest {
    private static final GroupOptions SOON = GroupOptions.defaults().withDeadline(Duration.ofSeconds(2));

    @TempDir
    Path folder;

    private Process start(int rank, int size, int calls, int seconds) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return new ProcessBuilder(
                        java,
                        "-cp",
                        System.getProperty("java.class.path"),
                        JoinMain.class.getName(),
                        folder.resolve("group").toString(),
                        Integer.toString(rank),
                        Integer.toString(size),
                        Integer.toString(calls),
                        Integer.toString(seconds))
                .inheritIO()
                .start();
    }

    private void nothingIsLeft() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(List.of(), files.toList());
        }
    }

    @Test
    void processesMakeCallsTogether() throws IOException, InterruptedException {
        Process two = start(2, 3, 2000, 30);
        Process one = start(1, 3, 2000, 30);
        try (Group group = Group.join(folder.resolve("group"), 0, 3, GroupOptions.defaults())) {
            assertEquals(1, group.ranks().size());
            group.run(rank -> JoinMain.calls(rank, JoinMain.plan(3), 2000));
        }
        assertEquals(0, one.waitFor());
        assertEquals(0, two.waitFor());
        nothingIsLeft();
    }

    /** A killed process can't say so; its peer finds out at the deadline, and names it. */
    @Test
    void killedProcess() throws IOException, InterruptedException {
        Process one = start(1, 2, Integer.MAX_VALUE, 30);
        GroupOptions second = GroupOptions.defaults().withDeadline(Duration.ofSeconds(2));
        try (Group group = Group.join(folder.resolve("group"), 0, 2, second)) {
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
            CollectiveException alone = assertThrows(CollectiveException.class, group::reset);
            assertEquals(FaultKind.TIMEOUT, alone.kind());
            assertEquals(0b10, alone.missingMask());
        } finally {
            one.destroyForcibly().waitFor();
        }
    }

    @Test
    void peerThatDoesNotJoin() {
        LoadingException thrown =
                assertThrows(LoadingException.class, () -> Group.join(folder.resolve("group"), 0, 2, SOON));
        assertEquals(
                "NZ814: a file of a joined group can't be used; found no " + folder.resolve("group.0.1")
                        + " within the deadline: rank 1 didn't join; join with a base path that is new for each run, in a"
                        + " folder that all ranks can write",
                thrown.getMessage());
    }

    @Test
    void fileOfAnEarlierRun() throws IOException {
        Files.createFile(folder.resolve("group.0.1"));
        LoadingException thrown =
                assertThrows(LoadingException.class, () -> Group.join(folder.resolve("group"), 1, 2, SOON));
        assertEquals(
                "NZ814: a file of a joined group can't be used; found " + folder.resolve("group.0.1")
                        + ", which is there already: of an earlier run, or of another process that joined as rank 1; join"
                        + " with a base path that is new for each run, in a folder that all ranks can write",
                thrown.getMessage());
    }

    @Test
    void rankOutOfRange() {
        assertEquals(
                "NZ603: no such rank here; found rank 2 of 2; name a rank of this group that lives in this process",
                assertThrows(ArgumentException.class, () -> Group.join(folder.resolve("group"), 2, 2, SOON))
                        .getMessage());
    }

    @Test
    void onlyTheOwnRank() throws IOException, InterruptedException {
        Process one = start(1, 2, 0, 30);
        try (Group group = Group.join(folder.resolve("group"), 0, 2, GroupOptions.defaults())) {
            assertEquals(
                    "NZ603: no such rank here; found rank 1 of 2, which lives in another process; name a rank of this"
                            + " group that lives in this process",
                    assertThrows(ArgumentException.class, () -> group.rank(1)).getMessage());
            List<Communicator> communicators = Communicator.openAll(group, JoinMain.plan(2), "digest");
            assertEquals(1, communicators.size());
            group.symmetricBuffers(F32.class, 3000).get(0).close();
            communicators.get(0).close();
        }
        assertEquals(0, one.waitFor());
        nothingIsLeft();
    }
}
