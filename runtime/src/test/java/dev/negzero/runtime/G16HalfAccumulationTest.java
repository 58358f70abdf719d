package dev.negzero.runtime;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.ReduceOp;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** F16 sums of which a partial sum is beyond F16 are accumulated in F32. */
class G16HalfAccumulationTest {
    @ParameterizedTest
    @EnumSource(Path.class)
    void partialSumBeyondHalf(Path path) {
        long big = Reference.encode(DType.F16, 60_000);
        List<long[]> results = Fleet.once(
                Plans.single(3, DType.F16, ReduceOp.SUM, path), "reduce", new long[][] {{big}, {big}, {big | 0x8000}});
        for (long[] result : results) {
            assertArrayEquals(new long[] {big}, result);
        }
    }
}
