package dev.negzero.runtime;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.plan.KernelPlan;
import java.nio.file.Path;
import java.time.Duration;

/** One rank as a process of its own. Arguments: base, rank, size, calls, seconds of the deadline. */
final class JoinMain {
    private JoinMain() {}

    static KernelPlan plan(int size) {
        Plans plans = Plans.of(size).maxBytes(16 * 1024).barrier("barrier");
        for (dev.negzero.runtime.Path path : dev.negzero.runtime.Path.values()) {
            plans.reduce(path.name(), DType.F32, ReduceOp.SUM, path);
        }
        return plans.plan();
    }

    public static void main(String[] args) {
        GroupOptions options = GroupOptions.defaults().withDeadline(Duration.ofSeconds(Long.parseLong(args[4])));
        int size = Integer.parseInt(args[2]);
        try (Group group = Group.join(Path.of(args[0]), Integer.parseInt(args[1]), size, options)) {
            group.run(rank -> calls(rank, plan(rank.group().size()), Integer.parseInt(args[3])));
        }
    }

    /** Calls of every kind, with symmetric input on every other rank. */
    static void calls(Rank rank, KernelPlan plan, int calls) {
        try (Communicator communicator = Communicator.open(rank, plan, "digest")) {
            SymmetricBuffer<F32> symmetric = rank.symmetricBuffer(F32.class, 3000);
            Counting counting = rank.index() % 2 == 0
                    ? new Counting(rank, 3000)
                    : new Counting(rank, symmetric, rank.buffer(F32.class, 3000));
            for (int call = 0; call < calls; call++) {
                int method = call % plan.methods().size();
                if (method == Plans.index(plan, "barrier")) {
                    communicator.barrier(method);
                } else {
                    counting.check(communicator, method, call, 1 + call * 17 % 3000);
                }
            }
        }
    }
}
