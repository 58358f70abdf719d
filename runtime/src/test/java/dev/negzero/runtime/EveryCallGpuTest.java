package dev.negzero.runtime;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.ReduceOp;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** {@link EveryCallTest} on a GPU, by a sample of types and group sizes. */
@Tag("gpu")
@Timeout(120)
public class EveryCallGpuTest {
    record Sample(int ranks, DType dtype) {}

    static final List<Sample> SAMPLES = List.of(
            new Sample(2, DType.BF16),
            new Sample(3, DType.F64),
            new Sample(4, DType.F8E4M3),
            new Sample(3, DType.I8),
            new Sample(8, DType.F32));

    @BeforeAll
    static void needsAGpu() {
        GpuGroups.require();
    }

    static Stream<Arguments> cases() {
        return SAMPLES.stream().map(sample -> Arguments.of(sample.ranks(), sample.dtype()));
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
        EveryCallTest.run(plan, plan.kinds(), EveryCallTest.counts(dtype), dtype, new Random(seed));
    }
}
