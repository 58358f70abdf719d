package dev.negzero.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.plan.FaultKind;
import dev.negzero.plan.KernelPlan;
import dev.negzero.runtime.FaultSchedule.Kind;
import dev.negzero.runtime.FaultSchedule.Step;
import dev.negzero.runtime.engine.Probe;
import dev.negzero.runtime.signal.SignalBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.opentest4j.AssertionFailedError;

/** Runs fault schedules on one group of the host engine, which each of them must leave usable. */
final class FaultRunner implements AutoCloseable {
    private static final Duration SHORT = Duration.ofMillis(100);
    private static final int ATTEMPTS = 20;
    private static final Duration LONG = Duration.ofMinutes(5);

    /** What a victim's own code throws. */
    private static final class Planted extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Planted() {
            super("planted", null, false, false);
        }
    }

    /** Strikes inside calls. */
    private static final class Injector implements Probe {
        private volatile FaultSchedule schedule;
        /** Set by the victim's thread between its calls. */
        private volatile boolean armed;

        private volatile boolean struck;
        private final SignalBuffer[] buffers = new SignalBuffer[16];

        @Override
        public void preset(SignalBuffer buffer, int rank) {
            buffers[rank] = buffer;
        }

        @Override
        public void at(Point point, int rank) {
            if (!armed || rank != schedule.victim() || point != schedule.point()) {
                return;
            }
            armed = false;
            struck = true;
            if (schedule.kind() == Kind.THROWS_INSIDE) {
                throw new Planted();
            }
            for (int i = 0; i < schedule.spins(); i++) {
                Thread.yield();
            }
        }

        void arm(FaultSchedule next) {
            schedule = next;
            armed = false;
            struck = false;
        }
    }

    private final Injector injector = new Injector();
    private final KernelPlan plan;
    private final Group group;
    private final List<Communicator> communicators;
    private final Map<String, Integer> outcomes = new TreeMap<>();
    private final boolean shortDeadline;
    private int tidyCall;

    FaultRunner(int ranks, boolean shortDeadline) {
        this.shortDeadline = shortDeadline;
        plan = plan(ranks);
        GroupOptions options = GroupOptions.defaults()
                .withDeadline(shortDeadline ? SHORT : LONG)
                .withProbe(injector);
        injector.arm(FaultSchedule.of(0, 1));
        group = Group.open(ranks, options);
        communicators = Communicator.openAll(group, plan, "digest");
    }

    static KernelPlan plan(int ranks) {
        Plans plans = Plans.of(ranks).maxBytes(16 * 1024);
        for (Path path : Path.values()) {
            plans.reduce(path.name(), DType.F32, ReduceOp.SUM, path);
        }
        return plans.barrier("barrier").plan();
    }

    private int barrier() {
        return Plans.index(plan, "barrier");
    }

    /** How often each kind ended how. */
    Map<String, Integer> outcomes() {
        return outcomes;
    }

    /** Runs one; afterwards the group works again. */
    void run(FaultSchedule schedule) {
        injector.arm(schedule);
        AtomicReferenceArray<Throwable> ends = new AtomicReferenceArray<>(group.size());
        try {
            group.run(rank -> {
                try {
                    calls(rank, schedule);
                } catch (RuntimeException | AssertionFailedError end) {
                    ends.set(rank.index(), end);
                    throw end;
                } finally {
                    Thread.interrupted();
                }
            });
        } catch (RuntimeException | AssertionFailedError first) {
            // Judged below, for each rank.
        }
        boolean faulty = false;
        for (int rank = 0; rank < group.size(); rank++) {
            judge(schedule, rank, ends.get(rank));
            faulty |= ends.get(rank) != null;
            count(schedule, rank, ends.get(rank));
        }
        if (faulty || group.rank(0).port().fault() != null) {
            everyCallIsRefused();
            group.reset();
        }
        everyPathIsRight();
    }

    private void calls(Rank rank, FaultSchedule schedule) {
        Communicator communicator = communicators.get(rank.index());
        Counting counting = new Counting(rank, FaultSchedule.CAPACITY);
        boolean victim = rank.index() == schedule.victim();
        for (int at = 0; at < schedule.steps().size(); at++) {
            if (victim && at == schedule.call() && !strike(rank, communicator, schedule)) {
                return;
            }
            Step step = schedule.step(rank.index(), at);
            if (step.method() == barrier()) {
                communicator.barrier(step.method());
            } else {
                counting.check(communicator, step.method(), at, step.count());
            }
            if (victim) {
                // A barrier doesn't pass every point.
                injector.armed = false;
            }
        }
    }

    /** What happens to the victim before its call; false if it leaves. */
    private boolean strike(Rank rank, Communicator communicator, FaultSchedule schedule) {
        switch (schedule.kind()) {
            case ABSENT -> {
                return false;
            }
            case THROWS -> throw new Planted();
            case LATE, THROWS_INSIDE -> injector.armed = true;
            case INTERRUPTED -> Thread.currentThread().interrupt();
            case FREED -> {
                DeviceBuffer<F32> buffer = rank.buffer(F32.class, 4);
                buffer.close();
                communicator.allReduce(0, buffer, buffer, 4);
            }
            case OVERWRITTEN -> {
                byte[] garbage = new byte[injector.buffers[rank.index()].bytes().capacity()];
                new Random(schedule.seed()).nextBytes(garbage);
                injector.buffers[rank.index()].bytes().put(0, garbage);
            }
            default -> {}
        }
        return true;
    }

    private void judge(FaultSchedule schedule, int rank, Throwable end) {
        if (end instanceof AssertionFailedError wrong) {
            throw new AssertionFailedError("wrong result in " + schedule, wrong);
        }
        try {
            judgeKind(schedule, rank == schedule.victim(), end);
        } catch (AssertionFailedError unexpected) {
            unexpected.addSuppressed(new AssertionFailedError("rank " + rank + " of " + schedule, end));
            throw unexpected;
        }
    }

    private void judgeKind(FaultSchedule schedule, boolean victim, Throwable end) {
        switch (schedule.kind()) {
            case NOTHING, LATE -> assertNull(end);
            case ABSENT -> {
                if (!victim) {
                    fault(end, FaultKind.TIMEOUT);
                }
            }
            case THROWS -> thrown(schedule, victim, end, Planted.class);
            case THROWS_INSIDE -> {
                if (injector.struck) {
                    thrownInside(schedule, victim, end);
                } else {
                    assertNull(end);
                }
            }
            case INTERRUPTED -> {
                if (end != null) {
                    assertEquals(schedule.victim(), fault(end, FaultKind.ABORT).rank());
                }
            }
            case OTHER_COUNT, OTHER_ORDER -> {
                if (schedule.differs(barrier())) {
                    fault(end, FaultKind.MISMATCH);
                } else {
                    assertNull(end);
                }
            }
            case FREED -> thrown(schedule, victim, end, StateException.class);
            case OVERWRITTEN -> {
                if (victim) {
                    assertTrue(end != null);
                } else {
                    assertInstanceOf(CollectiveException.class, end);
                }
            }
        }
    }

    /** The victim has its own exception, the peers are told whose it is. */
    private static void thrown(
            FaultSchedule schedule, boolean victim, Throwable end, Class<? extends RuntimeException> own) {
        if (victim) {
            assertInstanceOf(own, end);
        } else {
            assertEquals(schedule.victim(), fault(end, FaultKind.ABORT).rank());
        }
    }

    /** In the last step the victim may have given its peers all they need before it threw. */
    private static void thrownInside(FaultSchedule schedule, boolean victim, Throwable end) {
        if (victim || end != null) {
            thrown(schedule, victim, end, Planted.class);
        } else {
            assertEquals(schedule.steps().size() - 1, schedule.call());
        }
    }

    private static CollectiveException fault(Throwable end, FaultKind kind) {
        CollectiveException fault = assertInstanceOf(CollectiveException.class, end);
        assertEquals(kind, fault.kind());
        return fault;
    }

    private void count(FaultSchedule schedule, int rank, Throwable end) {
        String role = rank == schedule.victim() ? "victim" : "peer";
        String outcome = end == null
                ? "returns"
                : end instanceof CollectiveException fault
                        ? fault.kind().toString()
                        : end.getClass().getSimpleName();
        outcomes.merge(schedule.kind() + "," + role + "," + outcome, 1, Integer::sum);
    }

    /** Until the reset. */
    private void everyCallIsRefused() {
        for (Rank rank : group.ranks()) {
            assertThrows(CollectiveException.class, rank::synchronize);
            assertThrows(CollectiveException.class, () -> rank.buffer(F32.class, 1));
        }
    }

    private void everyPathIsRight() {
        injector.arm(FaultSchedule.of(0, 1));
        for (int attempt = 1; ; attempt++) {
            try {
                tidyCall++;
                group.run(this::everyPath);
                return;
            } catch (CollectiveException late) {
                // On a loaded machine a live rank may miss the short deadline that tells who is absent.
                if (!shortDeadline || late.kind() != FaultKind.TIMEOUT || attempt == ATTEMPTS) {
                    throw late;
                }
                group.reset();
            }
        }
    }

    private void everyPath(Rank rank) {
        Counting counting = new Counting(rank, 40);
        for (Path path : Path.values()) {
            counting.check(communicators.get(rank.index()), Plans.index(plan, path.name()), tidyCall, 40);
        }
    }

    @Override
    public void close() {
        group.close();
    }
}
