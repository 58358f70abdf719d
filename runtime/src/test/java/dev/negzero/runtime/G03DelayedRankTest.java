package dev.negzero.runtime;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.plan.KernelPlan;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A fast rank never meets what a slow one has not cleared or read, over 10^5 calls with delays at random points; without
 * signatures too, where nothing but the protocols themselves holds the ranks together.
 */
class G03DelayedRankTest {
    private static final int CALLS = 100_000;

    private static void run(KernelPlan plan, int calls, long seed) {
        System.out.println("seed " + seed);
        int ranks = plan.groupSize();
        try (Group group = Group.open(ranks, GroupOptions.defaults().withProbe(new Spin(ranks, seed, 40)))) {
            group.run(rank -> {
                Communicator communicator = Communicator.open(rank, plan, "digest");
                Counting counting = new Counting(rank, 96);
                Random random = new Random(seed);
                for (int call = 1; call <= calls; call++) {
                    int method = random.nextInt(plan.methods().size());
                    counting.check(communicator, method, call, 1 + random.nextInt(96));
                }
            });
        }
    }

    @ParameterizedTest
    @EnumSource(Path.class)
    void onePath(Path path) {
        run(Plans.single(2, DType.F32, ReduceOp.SUM, path), CALLS / 4, System.nanoTime());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void allPathsMixed(boolean verify) {
        Plans plans = Plans.of(3).maxBytes(384);
        for (Path path : Path.values()) {
            plans.reduce(path.name(), DType.F32, ReduceOp.SUM, path);
        }
        run(verify ? plans.plan() : plans.unverified().plan(), CALLS, System.nanoTime());
    }
}
