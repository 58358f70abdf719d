package dev.negzero.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.plan.FaultKind;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A rank whose own code fails takes its peers out of their calls at once, not at the deadline. */
@Timeout(30)
class AbortTest {
    private static GroupOptions patient(Gate gate) {
        return GroupOptions.defaults().withDeadline(Duration.ofHours(1)).withProbe(gate);
    }

    private static List<Communicator> open(Group group, Path path) {
        return Communicator.openAll(group, Plans.single(2, DType.F32, ReduceOp.SUM, path), "digest");
    }

    private static CollectiveException waitInCall(Rank rank, Communicator communicator) {
        DeviceBuffer<F32> buffer = rank.buffer(F32.class, 10);
        return assertThrows(CollectiveException.class, () -> communicator.allReduce(0, buffer, buffer, 10));
    }

    @ParameterizedTest
    @EnumSource(Path.class)
    void userException(Path path) {
        Gate gate = new Gate(0);
        IllegalStateException own = new IllegalStateException("mine");
        AtomicReference<CollectiveException> peers = new AtomicReference<>();
        try (Group group = Group.open(2, patient(gate))) {
            List<Communicator> communicators = open(group, path);
            assertSame(
                    own,
                    assertThrows(
                            IllegalStateException.class,
                            () -> group.run(rank -> {
                                if (rank.index() == 1) {
                                    gate.await();
                                    throw own;
                                }
                                peers.set(waitInCall(rank, communicators.get(0)));
                            })));
            assertEquals(FaultKind.ABORT, peers.get().kind());
            assertEquals(
                    "NZ703: a rank's own code threw, was interrupted, or closed the group; found rank 1; see that rank's"
                            + " own exception, then Group.reset()",
                    peers.get().getMessage());
            group.reset();
            group.run(rank -> new Counting(rank, 10).check(communicators.get(rank.index()), 0, 1, 10));
        }
    }

    @Test
    void checkedException() {
        Gate gate = new Gate(0);
        try (Group group = Group.open(2, patient(gate))) {
            List<Communicator> communicators = open(group, Path.LAMPORT);
            CompletionException thrown = assertThrows(
                    CompletionException.class,
                    () -> group.run(rank -> {
                        if (rank.index() == 1) {
                            gate.await();
                            throw new IOException("disk");
                        }
                        DeviceBuffer<F32> buffer = rank.buffer(F32.class, 10);
                        communicators.get(0).allReduce(0, buffer, buffer, 10);
                    }));
            assertEquals("a rank's body threw java.io.IOException: disk", thrown.getMessage());
            assertEquals(IOException.class, thrown.getCause().getClass());
        }
    }

    @Test
    void interruptOfARank() {
        Gate gate = new Gate(0);
        AtomicReference<Thread> zero = new AtomicReference<>();
        try (Group group = Group.open(2, patient(gate))) {
            List<Communicator> communicators = open(group, Path.ONE_STAGE);
            group.run(rank -> {
                if (rank.index() == 0) {
                    zero.set(Thread.currentThread());
                    CollectiveException thrown = waitInCall(rank, communicators.get(0));
                    assertEquals(FaultKind.ABORT, thrown.kind());
                    assertEquals(0, thrown.rank());
                    assertTrue(Thread.interrupted());
                } else {
                    gate.await();
                    zero.get().interrupt();
                    while (rank.port().fault() == null) {
                        Thread.onSpinWait();
                    }
                    assertEquals(
                            "NZ703: a rank's own code threw, was interrupted, or closed the group; found rank 0 in call 1,"
                                    + " reduce(DeviceBuffer,DeviceBuffer,long) with count 10 by signal_one_stage; see that"
                                    + " rank's own exception, then Group.reset()",
                            assertThrows(CollectiveException.class, rank::synchronize)
                                    .getMessage());
                }
            });
        }
    }

    @Test
    void interruptOfTheCaller() throws InterruptedException {
        Gate gate = new Gate(0);
        try (Group group = Group.open(2, patient(gate))) {
            List<Communicator> communicators = open(group, Path.MAILBOX);
            Thread caller = Thread.currentThread();
            Thread interrupter = new Thread(() -> {
                try {
                    gate.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                caller.interrupt();
            });
            interrupter.start();
            CollectiveException thrown = assertThrows(
                    CollectiveException.class,
                    () -> group.run(rank -> {
                        if (rank.index() == 0) {
                            DeviceBuffer<F32> buffer = rank.buffer(F32.class, 10);
                            communicators.get(0).allReduce(0, buffer, buffer, 10);
                        }
                    }));
            assertTrue(Thread.interrupted());
            assertEquals(FaultKind.ABORT, thrown.kind());
            interrupter.join();
        }
    }

    @Test
    void interruptInSynchronize() throws InterruptedException {
        Gate gate = new Gate(0);
        try (Group group = Group.open(2, patient(gate))) {
            List<Communicator> communicators = open(group, Path.LAMPORT);
            DeviceBuffer<F32> buffer = group.rank(0).buffer(F32.class, 10);
            communicators.get(0).allReduce(0, buffer, buffer, 10);
            gate.await();
            Thread.currentThread().interrupt();
            CollectiveException thrown =
                    assertThrows(CollectiveException.class, () -> group.rank(0).synchronize());
            assertTrue(Thread.interrupted());
            assertEquals(FaultKind.ABORT, thrown.kind());
            group.reset();
            group.run(rank -> new Counting(rank, 10).check(communicators.get(rank.index()), 0, 1, 10));
        }
    }

    @Test
    void closeDuringACall() throws InterruptedException {
        Gate gate = new Gate(0);
        Group group = Group.open(2, patient(gate));
        List<Communicator> communicators = open(group, Path.TWO_STAGE);
        Thread closer = new Thread(() -> {
            try {
                gate.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            group.close();
        });
        closer.start();
        group.run(rank -> {
            if (rank.index() == 0) {
                assertEquals(
                        FaultKind.ABORT, waitInCall(rank, communicators.get(0)).kind());
            }
        });
        closer.join();
        assertEquals(
                "NZ604: the group is closed; found run; make all calls before Group.close()",
                assertThrows(StateException.class, () -> group.run(rank -> {})).getMessage());
    }

    @Test
    void closeWithQueuedCalls() {
        Group group = Group.open(2, GroupOptions.defaults().withDeadline(Duration.ofHours(1)));
        List<Communicator> communicators = open(group, Path.LAMPORT);
        DeviceBuffer<F32> buffer = group.rank(0).buffer(F32.class, 10);
        for (int call = 0; call < 5; call++) {
            communicators.get(0).allReduce(0, buffer, buffer, 10);
        }
        group.close();
        group.close();
        assertThrows(StateException.class, () -> communicators.get(0).allReduce(0, buffer, buffer, 10));
    }
}
