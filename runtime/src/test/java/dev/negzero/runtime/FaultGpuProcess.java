package dev.negzero.runtime;

import dev.negzero.plan.FaultKind;
import dev.negzero.plan.KernelPlan;
import dev.negzero.runtime.cuda.CudaException;
import java.io.IOException;
import java.time.Duration;

/**
 * One rank of {@link ProcessesGpuTest}. Arguments: what happens, and for {@code killed} the way of the calls. Exits with
 * 0 if all went as it must.
 */
final class FaultGpuProcess {
    /** What rank 1 says when its call is on its way. */
    static final String INSIDE = "rank 1 is inside a call";
    /** What rank 0 says when it was told that rank 1 didn't come. */
    static final String MISSED = "rank 0 misses rank 1";
    /** What rank 1 says when it was told that it was missed. */
    static final String TOLD = "rank 1 knows that it was missed";

    private static final int COUNT = 3000;
    private static final int CALLS = 3;

    private FaultGpuProcess() {}

    public static void main(String[] args) throws IOException {
        GroupOptions options = GroupOptions.defaults().withDeadline(Duration.ofSeconds(5));
        Group group = Group.fromEnvironment(options);
        KernelPlan plan = FaultPlans.paths(group.size());
        switch (args[0]) {
            case "killed" -> killed(group, plan, Plans.index(plan, args[1]));
            case "stopped" -> stopped(group, plan);
            default -> reset(group, plan);
        }
        group.close();
    }

    private static void killed(Group group, KernelPlan plan, int method) throws IOException {
        Rank rank = group.ranks().get(0);
        Communicator communicator = Communicator.open(rank, plan, "digest");
        // In place for peers: behind the start barrier they read memory of a process that may be gone.
        SymmetricBuffer<F32> in = rank.symmetricBuffer(F32.class, COUNT);
        DeviceBuffer<F32> out = rank.buffer(F32.class, COUNT);
        new Counting(rank, in, out).check(communicator, method, 0, COUNT);
        if (rank.index() == 1) {
            communicator.allReduce(method, in, out, COUNT);
            System.out.println(INSIDE);
            rank.synchronize();
            throw new IllegalStateException("rank 1 wasn't killed inside its call");
        }
        // Rank 1 is dead when it comes.
        System.in.read();
        survive(rank, communicator, method, in, out);
    }

    /** The first call may have all that it needs of rank 1. */
    private static void survive(
            Rank rank, Communicator communicator, int method, DeviceBuffer<F32> in, DeviceBuffer<F32> out) {
        try {
            for (int call = 0; call < CALLS; call++) {
                communicator.allReduce(method, in, out, COUNT);
            }
            rank.synchronize();
        } catch (CollectiveException e) {
            require(e.kind() == FaultKind.TIMEOUT && e.missingMask() == 0b10, e.getMessage());
            System.out.println("rank 0 was told: " + e.getMessage());
            return;
        } catch (CudaException e) {
            System.out.println("rank 0 was told by the driver: " + e.getMessage());
            // The context is lost with the process.
            Runtime.getRuntime().halt(0);
        }
        throw new IllegalStateException("rank 0 wasn't told that rank 1 is gone");
    }

    /** Inside a call of each way the test stops rank 1's process, and lets it go on when rank 0 has missed it. */
    private static void stopped(Group group, KernelPlan plan) throws IOException {
        Rank rank = group.ranks().get(0);
        Communicator communicator = Communicator.open(rank, plan, "digest");
        SymmetricBuffer<F32> in = rank.symmetricBuffer(F32.class, COUNT);
        DeviceBuffer<F32> out = rank.buffer(F32.class, COUNT);
        Counting counting = new Counting(rank, in, out);
        for (Path path : Path.values()) {
            int method = Plans.index(plan, path.name());
            counting.check(communicator, method, 0, COUNT);
            if (rank.index() == 1) {
                communicator.allReduce(method, in, out, COUNT);
                System.out.println(INSIDE);
                // Who gave up first is the other rank, unless this one was stopped late.
                missed(rank::synchronize);
                System.out.println(TOLD);
            } else {
                // Rank 1 is stopped when it comes. The first call may have all that it needs of rank 1.
                System.in.read();
                CollectiveException told = missed(() -> {
                    for (int call = 0; call < CALLS; call++) {
                        communicator.allReduce(method, in, out, COUNT);
                    }
                    rank.synchronize();
                });
                require(told.missingMask() == 0b10, told.getMessage());
                System.out.println(MISSED);
                System.in.read();
            }
            group.reset();
            right(communicator, plan, counting);
        }
    }

    private static CollectiveException missed(Runnable calls) {
        try {
            calls.run();
        } catch (CollectiveException e) {
            require(e.kind() == FaultKind.TIMEOUT, e.getMessage());
            return e;
        }
        throw new IllegalStateException("a rank wasn't told that rank 1 was missed");
    }

    private static void require(boolean right, String otherwise) {
        if (!right) {
            throw new IllegalStateException(otherwise);
        }
    }

    /** Rank 1 throws while its peer is in a call, by each way; all ranks reset, and calls are right again. */
    private static void reset(Group group, KernelPlan plan) {
        Communicator communicator = Communicator.open(group.ranks().get(0), plan, "digest");
        Counting counting = new Counting(group.ranks().get(0), COUNT);
        for (Path path : Path.values()) {
            fail(group, rank -> {
                right(communicator, plan, counting);
                // Behind it rank 0 has looked at all results, and may be told that rank 1 has thrown.
                communicator.barrier(Plans.index(plan, "barrier"));
                if (rank.index() == 1) {
                    throw new FaultInjector.Planted();
                }
                counting.check(communicator, Plans.index(plan, path.name()), 1, COUNT);
            });
            group.reset();
        }
        right(communicator, plan, counting);
        System.out.println("all is right behind the resets");
    }

    private static void right(Communicator communicator, KernelPlan plan, Counting counting) {
        for (Path path : Path.values()) {
            counting.check(communicator, Plans.index(plan, path.name()), 0, COUNT);
        }
    }

    private static void fail(Group group, RankBody body) {
        int self = group.ranks().get(0).index();
        try {
            group.run(body);
        } catch (FaultInjector.Planted own) {
            require(self == 1, "a peer threw what rank 1 did");
            return;
        } catch (CollectiveException e) {
            require(self == 0 && e.kind() == FaultKind.ABORT && e.rank() == 1, e.getMessage());
            return;
        }
        throw new IllegalStateException("a rank wasn't told that rank 1 has thrown");
    }
}
