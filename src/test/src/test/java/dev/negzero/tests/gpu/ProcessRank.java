package dev.negzero.tests.gpu;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.plan.FaultKind;
import dev.negzero.plan.KernelPlan;
import dev.negzero.runtime.CapturedCalls;
import dev.negzero.runtime.CollectiveException;
import dev.negzero.runtime.Communicator;
import dev.negzero.runtime.DeviceBuffer;
import dev.negzero.runtime.Elements;
import dev.negzero.runtime.Group;
import dev.negzero.runtime.GroupOptions;
import dev.negzero.runtime.Rank;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;

/** One rank of {@link ProcessCasesTest}. Arguments: {@code calls SEED} or {@code killed}. Exits with 0 if all went well. */
final class ProcessRank {
    private static final int[] COUNTS = {1, 333, 20_011, 60_000};
    private static final int MOST = 60_007;

    private ProcessRank() {}

    public static void main(String[] args) {
        boolean killed = args[0].equals("killed");
        GroupOptions options = GroupOptions.defaults().withDeadline(Duration.ofSeconds(killed ? 3 : 30));
        try (Group group = Group.fromEnvironment(options)) {
            require(group.engine().equals("cuda"), "engine " + group.engine());
            KernelPlan plan = SuitePlans.ways(group.size(), DType.BF16);
            if (killed) {
                group.run(rank -> survive(rank, Communicator.open(rank, plan, "digest"), plan));
            } else {
                group.run(rank -> calls(rank, Communicator.open(rank, plan, "digest"), plan, Long.parseLong(args[1])));
            }
        }
    }

    private static void require(boolean right, String otherwise) {
        if (!right) {
            throw new IllegalStateException(otherwise);
        }
    }

    /** Every way, size and kind of buffer; then all ways in a graph. The ranks draw the same numbers. */
    private static void calls(Rank rank, Communicator communicator, KernelPlan plan, long seed) {
        Random random = new Random(seed);
        DeviceBuffer<?> symmetric = rank.symmetricBuffer(Elements.markerOf(DType.BF16), MOST);
        DeviceBuffer<?> own = rank.buffer(Elements.markerOf(DType.BF16), MOST);
        DeviceBuffer<?> out = rank.buffer(Elements.markerOf(DType.BF16), MOST);
        for (Way way : Way.values()) {
            int method = GpuPlans.index(plan, way.name());
            for (int count : COUNTS) {
                for (DeviceBuffer<?> in : new DeviceBuffer<?>[] {symmetric, own}) {
                    DeviceBuffer<?> from = in.slice(random.nextInt(7), count);
                    DeviceBuffer<?> to = random.nextBoolean() ? from : out.slice(random.nextInt(7), count);
                    int[] expected = fill(rank, from, to, random);
                    communicator.allReduce(method, from, to, count);
                    check(expected, to, way + " of " + count);
                }
            }
        }
        communicator.barrier(GpuPlans.index(plan, "barrier"));
        replays(rank, communicator, plan, symmetric, out, random);
        System.out.println("rank " + rank.index() + " made all its calls");
    }

    private static int[] fill(Rank rank, DeviceBuffer<?> in, DeviceBuffer<?> out, Random random) {
        int count = (int) in.count();
        int[][] inputs = new int[rank.group().size()][];
        for (int r = 0; r < inputs.length; r++) {
            inputs[r] = Scalar.random(DType.BF16, count, random);
        }
        Scalar.poison(out);
        Scalar.write(in, inputs[rank.index()]);
        return Scalar.reduce(DType.BF16, ReduceOp.SUM, inputs, count);
    }

    private static void check(int[] expected, DeviceBuffer<?> out, String what) {
        int[] found = Scalar.read(out, expected.length);
        int at = Arrays.mismatch(expected, found);
        require(at < 0, what + ": element " + at + " is wrong");
    }

    private static void replays(
            Rank rank,
            Communicator communicator,
            KernelPlan plan,
            DeviceBuffer<?> in,
            DeviceBuffer<?> out,
            Random random) {
        int count = 5000;
        DeviceBuffer<?> from = in.slice(0, count);
        DeviceBuffer<?> to = out.slice(0, count);
        try (CapturedCalls captured = rank.capture(() -> {
            for (Way way : Way.values()) {
                communicator.allReduce(GpuPlans.index(plan, way.name()), from, to, count);
            }
        })) {
            for (int replay = 0; replay < 5; replay++) {
                int[] expected = fill(rank, from, to, random);
                captured.replay();
                check(expected, to, "replay " + replay);
            }
        }
    }

    /** Rank 1 is gone after the first call; the others must be told, within the deadline. */
    private static void survive(Rank rank, Communicator communicator, KernelPlan plan) {
        DeviceBuffer<?> buffer = rank.buffer(Elements.markerOf(DType.BF16), 1000);
        int method = GpuPlans.index(plan, Way.LAMPORT.name());
        communicator.allReduce(method, buffer, buffer, 1000);
        rank.synchronize();
        if (rank.index() == 1) {
            Runtime.getRuntime().halt(0);
        }
        try {
            for (int call = 0; call < 3; call++) {
                communicator.allReduce(method, buffer, buffer, 1000);
            }
            rank.synchronize();
        } catch (CollectiveException e) {
            require(e.kind() == FaultKind.TIMEOUT && e.missingMask() == 0b10, e.getMessage());
            System.out.println("rank " + rank.index() + " was told: " + e.getMessage());
            return;
        }
        throw new IllegalStateException("rank " + rank.index() + " wasn't told that rank 1 is gone");
    }
}
