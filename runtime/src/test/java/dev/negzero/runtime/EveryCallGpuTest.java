package dev.negzero.runtime;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.plan.KernelPlan;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * {@link EveryCallTest} on a GPU, by a sample of types and group sizes. All plans are named here, so that their kernels can
 * be compiled where there is no GPU.
 */
@Tag("gpu")
@Timeout(120)
public class EveryCallGpuTest {
    private record Sample(int ranks, DType dtype) {}

    private static final List<Sample> SAMPLES = List.of(
            new Sample(2, DType.BF16),
            new Sample(3, DType.F64),
            new Sample(4, DType.F8E4M3),
            new Sample(3, DType.I8),
            new Sample(8, DType.F32));

    @BeforeAll
    static void needsAGpu() {
        try (Group group = Group.open(2)) {
            Assumptions.assumeTrue(group.engine().equals("cuda"), "no GPU: the group runs on the " + group.engine());
        }
    }

    static Stream<Arguments> cases() {
        return SAMPLES.stream().map(sample -> Arguments.of(sample.ranks(), sample.dtype()));
    }

    /** What the cases open, {@link ReplaysGpuTest}, and {@link G26SplitsTest}. */
    public static List<KernelPlan> plans() {
        return Stream.concat(
                        SAMPLES.stream().map(sample -> plan(sample.ranks(), sample.dtype())
                                .plan()),
                        Stream.of(2, 4, 8).map(G26SplitsTest::plan))
                .toList();
    }

    static CallPlan plan(int ranks, DType dtype) {
        long longest = (long) EveryCallTest.LONGEST * dtype.bytes();
        return new CallPlan(ranks).with(dtype, EveryCallTest.SIGNAL_BYTES, longest, List.of(ReduceOp.SUM));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void bitsOfTheModel(int ranks, DType dtype) {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        CallPlan plan = plan(ranks, dtype);
        int pack = 16 / dtype.bytes();
        int[] counts = {0, 1, 7, pack, pack + 1, EveryCallTest.LONGEST};
        EveryCallTest.run(plan, plan.kinds(), counts, dtype, new Random(seed));
    }
}
