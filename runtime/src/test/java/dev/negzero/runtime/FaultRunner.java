package dev.negzero.runtime;

import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.negzero.plan.FaultKind;
import dev.negzero.runtime.FaultStep.Where;
import dev.negzero.runtime.cuda.CudaEngine;
import dev.negzero.runtime.cuda.CudaRegions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import org.opentest4j.AssertionFailedError;

/** Runs fault schedules on one group, which each of them must leave usable. */
final class FaultRunner implements AutoCloseable {
    /** What runs can share a group. */
    record Setting(int ranks, boolean verified, boolean shortDeadline) {
        static Setting of(FaultSchedule schedule) {
            return new Setting(schedule.ranks(), schedule.verified(), schedule.needsDeadline());
        }
    }

    /** Live ranks come sooner, on an idle machine. */
    private static final Duration SHORT = Duration.ofMillis(100);
    /** A fifth of all schedules waits for it, so it is most of what they cost. */
    private static final Duration SHORT_ON_GPU = Duration.ofMillis(50);
    /** Enough to open a group with: on GPUs some ranks wait while others load kernels. */
    private static final Duration LONGEST_SHORT = Duration.ofMillis(800);

    /** Nobody needs it: on a loaded machine, and where each second of a GPU counts. */
    private static final Duration LONG = Duration.ofMinutes(5);

    private static final Duration LONG_ON_GPU = Duration.ofSeconds(10);
    private static final int ATTEMPTS = 20;
    /** Deadlines that groups of a setting were opened with, so that the next one isn't tried with less. */
    private static final Map<Setting, Duration> KNOWN = new ConcurrentHashMap<>();

    private final FaultInjector injector = new FaultInjector();
    private final Setting setting;
    private final Group group;
    private final List<CallLane> whole;
    /** Of each rank in its half; empty if the group is not split. */
    private final List<CallLane> halves = new ArrayList<>();

    /** What a run has made, and nobody uses behind it. */
    private final Queue<AutoCloseable> made = new ConcurrentLinkedQueue<>();

    private final Map<String, Integer> outcomes = new TreeMap<>();

    /** A group for the runs of a setting. Where ranks miss a short deadline when they open it, they get a longer one. */
    static FaultRunner open(Setting setting) {
        Duration deadline = KNOWN.getOrDefault(setting, deadline(setting));
        for (int attempt = 1; ; attempt++) {
            try {
                FaultRunner runner = new FaultRunner(setting, deadline);
                KNOWN.put(setting, deadline);
                return runner;
            } catch (CollectiveException late) {
                if (!setting.shortDeadline() || attempt == ATTEMPTS) {
                    throw late;
                }
                System.out.println(deadline + " is too short to open " + setting);
                Duration twice = deadline.multipliedBy(2);
                deadline = twice.compareTo(LONGEST_SHORT) > 0 ? LONGEST_SHORT : twice;
            }
        }
    }

    private FaultRunner(Setting setting, Duration deadline) {
        this.setting = setting;
        GroupOptions options = GroupOptions.defaults().withDeadline(deadline).withProbe(injector);
        group = Group.open(setting.ranks(), options);
        try {
            whole = lanes(group);
            if (setting.ranks() == FaultSchedule.SPLIT_RANKS) {
                halve();
            }
        } catch (CollectiveException late) {
            group.close();
            throw late;
        }
    }

    private static Duration deadline(Setting setting) {
        if (setting.shortDeadline()) {
            return GpuGroups.found() ? SHORT_ON_GPU : SHORT;
        }
        return GpuGroups.found() ? LONG_ON_GPU : LONG;
    }

    private void halve() {
        List<Rank> members = group.split(rank -> rank % FaultStep.HALVES);
        List<CallLane> even = lanes(members.get(0).group());
        List<CallLane> odd = lanes(members.get(1).group());
        for (int rank = 0; rank < group.size(); rank++) {
            halves.add((rank % FaultStep.HALVES == 0 ? even : odd).get(rank / FaultStep.HALVES));
        }
    }

    private List<CallLane> lanes(Group ranks) {
        CallPlan plan = FaultPlans.plan(ranks.size(), setting.verified());
        long bytes = CallLane.capacity((long) ranks.size() * FaultPlans.LONGEST, 4);
        return ranks.onEachRank(rank -> new CallLane(rank, plan.plan(), bytes));
    }

    /** How often each kind ended how. */
    Map<String, Integer> outcomes() {
        return outcomes;
    }

    /** Runs one; afterwards the group works again. */
    void run(FaultSchedule schedule) throws Exception {
        injector.prepare(schedule);
        AtomicReferenceArray<Throwable> ends = new AtomicReferenceArray<>(group.size());
        try {
            group.run(rank -> {
                try {
                    steps(rank, schedule);
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
        FaultJudge judge = new FaultJudge(schedule, injector.struck());
        for (int rank = 0; rank < group.size(); rank++) {
            judge.judge(rank, ends.get(rank));
            count(schedule, rank, ends.get(rank));
        }
        recover();
        everythingIsRight(schedule.seed(), schedule.steps().stream().anyMatch(FaultStep::isMeeting));
        for (AutoCloseable thing = made.poll(); thing != null; thing = made.poll()) {
            thing.close();
        }
    }

    private void recover() {
        if (group.ranks().stream().anyMatch(rank -> rank.port().fault() != null)) {
            everyCallIsRefused();
            group.reset();
        }
    }

    private void steps(Rank rank, FaultSchedule schedule) {
        boolean victim = rank.index() == schedule.victim();
        Random places = new Random(schedule.seed() + rank.index());
        for (int at = 0; at < schedule.steps().size(); at++) {
            if (victim && at == schedule.call() && !strike(rank, schedule)) {
                return;
            }
            step(rank, schedule.step(rank.index(), at), places);
            if (victim) {
                injector.disarm();
            }
        }
    }

    private void step(Rank rank, FaultStep step, Random places) {
        CallPlan plan = FaultPlans.plan(step.size(group.size()), setting.verified());
        CallLane lane = (step.where() == Where.HALVES ? halves : whole).get(rank.index());
        CallModel model = step.model();
        if (step.where() == Where.SPLIT) {
            made.add(rank.split(rank.index() % FaultStep.HALVES).group());
        } else if (step.where() == Where.BUFFER) {
            made.add(rank.symmetricBuffer(F32.class, 4));
        } else if (model == null) {
            lane.barrier();
        } else {
            CallPlan.Way way = Objects.requireNonNull(step.way());
            long[][] in = step.inputs(rank.index());
            lane.check(
                    model,
                    plan.method(way, model.operationOf(step.member(rank.index()))),
                    way.algorithm(),
                    in,
                    model.expected(in),
                    places);
        }
    }

    /** What happens to the victim before its call; false if it leaves. */
    private boolean strike(Rank rank, FaultSchedule schedule) {
        switch (schedule.kind()) {
            case ABSENT -> {
                return false;
            }
            case THROWS -> throw new FaultInjector.Planted();
            case LATE, THROWS_INSIDE -> injector.arm();
            case INTERRUPTED -> Thread.currentThread().interrupt();
            case FREED -> {
                DeviceBuffer<F32> buffer = rank.buffer(F32.class, 4);
                buffer.close();
                CallPlan plan = FaultPlans.plan(group.size(), setting.verified());
                int method = Plans.index(plan.plan(), "ALL_REDUCE_ONE_F32_SUM_SIGNAL");
                whole.get(rank.index()).communicator().allReduce(method, buffer, buffer, 4);
            }
            case THROWS_IN_BATCH -> {
                group.start();
                whole.get(rank.index()).issueBarrier();
                throw new FaultInjector.Planted();
            }
            case OVERWRITTEN -> overwrite(rank.index(), schedule.seed());
            default -> {}
        }
        return true;
    }

    private void overwrite(int rank, long seed) {
        if (group.engine().equals(CudaEngine.NAME)) {
            CudaRegions.overwrite(whole.get(rank).communicator().domain(), new Random(seed));
        } else {
            injector.overwrite(rank, seed);
        }
    }

    private void count(FaultSchedule schedule, int rank, @Nullable Throwable end) {
        String role = rank == schedule.victim() ? "victim" : "peer";
        String outcome = end == null
                ? "returns"
                : end instanceof CollectiveException fault
                        ? fault.kind().toString()
                        : end.getClass().getSimpleName();
        FaultStep struck = schedule.steps().get(schedule.call());
        String operation = struck.isMeeting()
                ? struck.where().toString()
                : struck.model() == null
                        ? "BARRIER"
                        : struck.model().operation().toString();
        outcomes.merge(schedule.kind() + "," + operation + "," + role + "," + outcome, 1, Integer::sum);
    }

    /** Until the reset. A half doesn't see faults of the whole group. */
    private void everyCallIsRefused() {
        for (Rank rank : group.ranks()) {
            assertThrows(CollectiveException.class, rank::synchronize);
            assertThrows(CollectiveException.class, () -> rank.buffer(F32.class, 1));
        }
    }

    private void everythingIsRight(long seed, boolean meet) {
        injector.prepare(null);
        for (int attempt = 1; ; attempt++) {
            try {
                long fresh = seed + attempt;
                group.run(rank -> everything(rank, fresh, meet));
                return;
            } catch (CollectiveException late) {
                // On a loaded machine a live rank may miss the short deadline that tells who is absent.
                if (!setting.shortDeadline() || late.kind() != FaultKind.TIMEOUT || attempt == ATTEMPTS) {
                    throw late;
                }
                group.reset();
            }
        }
    }

    /** A call of every kind, by one of its ways, in the whole group and in the halves. */
    private void everything(Rank rank, long seed, boolean meet) {
        Random shared = new Random(seed);
        Random places = new Random(seed + rank.index());
        calls(rank, Where.WHOLE, shared, places);
        if (!halves.isEmpty()) {
            calls(rank, Where.HALVES, shared, places);
        }
        if (meet) {
            step(rank, new FaultStep(Where.SPLIT, null, null, 0), places);
            step(rank, new FaultStep(Where.BUFFER, null, null, 0), places);
        }
    }

    private void calls(Rank rank, Where where, Random shared, Random places) {
        int size = where == Where.HALVES ? group.size() / FaultStep.HALVES : group.size();
        CallPlan plan = FaultPlans.plan(size, setting.verified());
        step(rank, new FaultStep(where, null, null, 0), places);
        for (CallPlan.Kind kind : plan.kinds()) {
            int count = 1 + shared.nextInt(9);
            List<CallPlan.Way> ways = plan.ways(kind, count);
            CallPlan.Way way = ways.get(shared.nextInt(ways.size()));
            CallModel model = CallModel.random(
                    kind.operation(), kind.counts(), kind.dtype(), kind.reduceOp(), size, count, shared);
            step(rank, new FaultStep(where, way, model, shared.nextLong()), places);
        }
    }

    @Override
    public void close() {
        group.close();
    }
}
