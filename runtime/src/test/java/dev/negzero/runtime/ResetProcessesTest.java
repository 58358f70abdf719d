package dev.negzero.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.plan.FaultKind;
import dev.negzero.plan.KernelPlan;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Resets of a group whose ranks share nothing but mapped files, as processes do. */
@Timeout(120)
class ResetProcessesTest {
    private static final int RANKS = 3;
    private static final KernelPlan PLAN = FaultPlans.paths(RANKS);

    @TempDir
    Path folder;

    private final List<Group> groups = new ArrayList<>();

    /** What each rank does, on a thread of its own; what it threw, or null. */
    private List<Throwable> each(Consumer<Group> step) {
        List<CompletableFuture<Throwable>> ends = new ArrayList<>();
        for (Group group : groups) {
            CompletableFuture<Throwable> end = new CompletableFuture<>();
            ends.add(end);
            new Thread(() -> {
                        try {
                            step.accept(group);
                            end.complete(null);
                        } catch (Throwable thrown) {
                            end.complete(thrown);
                        }
                    })
                    .start();
        }
        return ends.stream().map(CompletableFuture::join).toList();
    }

    private void join(Duration deadline) {
        List<CompletableFuture<Group>> joins = new ArrayList<>();
        for (int i = 0; i < RANKS; i++) {
            int rank = i;
            joins.add(CompletableFuture.supplyAsync(
                    () -> Group.join(
                            folder.resolve("group"),
                            rank,
                            RANKS,
                            GroupOptions.defaults().withDeadline(deadline)),
                    task -> new Thread(task).start()));
        }
        joins.forEach(group -> groups.add(group.join()));
    }

    @AfterEach
    void close() {
        groups.forEach(Group::close);
    }

    private static int index(Group group) {
        return group.ranks().get(0).index();
    }

    private static void calls(Rank rank) {
        try (Communicator communicator = Communicator.open(rank, PLAN, "digest")) {
            Counting counting = new Counting(rank, 50);
            for (int method = 0; method < dev.negzero.runtime.Path.values().length; method++) {
                counting.check(communicator, method, method, 50);
            }
        }
    }

    private void allIsRight() {
        assertEquals(
                List.of(),
                each(group -> group.run(rank -> {
                            calls(rank);
                            Rank member = rank.split(0);
                            member.symmetricBuffer(F32.class, 3).close();
                            calls(member);
                            rank.symmetricBuffer(F32.class, 3).close();
                        }))
                        .stream()
                        .filter(thrown -> thrown != null)
                        .toList());
    }

    /** Also calls through what was opened before the fault. */
    @Test
    void bringsBackAGroupInWhichARankThrew() {
        join(Duration.ofSeconds(60));
        List<Communicator> before = new ArrayList<>();
        each(group -> group.run(rank -> {
            Communicator communicator = Communicator.open(rank, PLAN, "digest");
            synchronized (before) {
                before.add(communicator);
            }
        }));
        List<Throwable> ends = each(group -> group.run(rank -> {
            if (rank.index() == 1) {
                throw new IllegalArgumentException("planted");
            }
            calls(rank);
        }));
        assertEquals("planted", ends.get(1).getMessage());
        assertEquals(FaultKind.ABORT, ((CollectiveException) ends.get(0)).kind());
        assertEquals(FaultKind.ABORT, ((CollectiveException) ends.get(2)).kind());
        each(Group::reset).forEach(thrown -> assertEquals(null, thrown));
        allIsRight();
        each(group -> group.run(rank -> {
                    Communicator old = before.stream()
                            .filter(communicator -> communicator.rank() == rank)
                            .findFirst()
                            .orElseThrow();
                    new Counting(rank, 50).check(old, 0, 9, 50);
                }))
                .forEach(thrown -> assertEquals(null, thrown));
    }

    /** The ranks have counted different numbers of steps then. */
    @Test
    void bringsBackAGroupInWhichARankDidNotComeToASplit() {
        join(Duration.ofSeconds(2));
        List<Throwable> ends = each(group -> group.run(rank -> {
            if (rank.index() != 2) {
                rank.split(0);
            }
        }));
        assertEquals(FaultKind.TIMEOUT, ((CollectiveException) ends.get(0)).kind());
        each(Group::reset).forEach(thrown -> assertEquals(null, thrown));
        allIsRight();
    }

    @Test
    void aRankThatDoesNotComeIsNamedAndAllMayTryAgain() {
        join(Duration.ofSeconds(2));
        List<Throwable> ends = each(group -> {
            if (index(group) != 1) {
                group.reset();
            }
        });
        CollectiveException thrown = (CollectiveException) ends.get(0);
        assertEquals("NZ701", thrown.code());
        assertEquals(0b010, thrown.missingMask());
        assertTrue(thrown.getMessage().contains("without word from rank 1;"), thrown.getMessage());
        for (Group group : groups) {
            assertThrows(CollectiveException.class, () -> group.ranks().get(0).synchronize());
        }
        each(Group::reset).forEach(end -> assertEquals(null, end));
        allIsRight();
    }
}
