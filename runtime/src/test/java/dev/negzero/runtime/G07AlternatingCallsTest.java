package dev.negzero.runtime;

import dev.negzero.annotations.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Any call behind any other, on one region, of mixed dtypes, with ranks that are held back at random points: no fast rank
 * meets what a slow one has not cleared, read or compared. Without signatures too, where nothing but the protocols and
 * their credits hold the ranks together.
 */
@Timeout(120)
class G07AlternatingCallsTest {
    private static final int CALLS = 4000;

    static Stream<Arguments> cases() {
        List<Arguments> cases = new ArrayList<>();
        for (int ranks : new int[] {2, 3, 5}) {
            cases.add(Arguments.of(ranks, true));
            cases.add(Arguments.of(ranks, false));
        }
        return cases.stream();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void anyBehindAny(int ranks, boolean verify) {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        // Dtypes that share the Lamport region's words of 32 bits, and the one that has words of its own.
        DType[] dtypes = Stream.of(DType.BF16, DType.F32, DType.F64, DType.F8E5M2, DType.I32)
                .skip(new Random(seed).nextInt(3))
                .toArray(DType[]::new);
        CallPlan plan = CallSequence.plan(ranks, verify, dtypes);
        plan.plan();
        try (Group group = Group.open(ranks, GroupOptions.defaults().withProbe(new Spin(ranks, seed, 40)))) {
            group.run(rank -> CallSequence.run(rank, plan, plan.kinds(), CALLS, seed));
        }
    }
}
