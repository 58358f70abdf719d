package dev.negzero.runtime;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.plan.KernelPlan;
import org.junit.jupiter.api.Test;

/** One-stage, two-stage, Lamport, mailbox and barrier calls alternate on one signal buffer. */
class G07AlternatingPathsTest {
    @Test
    void share() {
        Plans plans = Plans.of(3).maxBytes(16 * 1024).barrier("barrier");
        for (Path path : Path.values()) {
            plans.reduce(path.name(), DType.F32, ReduceOp.SUM, path);
        }
        KernelPlan plan = plans.plan();
        try (Group group = Group.open(3)) {
            group.run(rank -> {
                Communicator communicator = Communicator.open(rank, plan, "digest");
                Counting counting = new Counting(rank, 3000);
                for (int call = 0; call < 3000; call++) {
                    int method = call % plan.methods().size();
                    if (plan.methods().get(method).name().equals("barrier")) {
                        communicator.barrier(method);
                    } else {
                        // From one block to several and back: each block has a counter of its own.
                        counting.check(communicator, method, call, 1 + call * 17 % 3000);
                    }
                }
            });
        }
    }
}
