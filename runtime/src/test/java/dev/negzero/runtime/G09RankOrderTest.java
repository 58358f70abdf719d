package dev.negzero.runtime;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.ReduceOp;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Sums that depend on the order are those of rank order, on every rank and by every way. */
class G09RankOrderTest {
    @ParameterizedTest
    @EnumSource(Path.class)
    void identicalBits(Path path) {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        long[][] inputs = new long[5][];
        for (int rank = 0; rank < 5; rank++) {
            inputs[rank] = Bits.ordinary(DType.F32, 3001, random);
        }
        long[] expected = Reference.reduce(DType.F32, ReduceOp.SUM, inputs);
        long[][] reversed = {inputs[4], inputs[3], inputs[2], inputs[1], inputs[0]};
        assertFalse(Arrays.equals(expected, Reference.reduce(DType.F32, ReduceOp.SUM, reversed)), "order must matter");
        List<long[]> results = Fleet.once(Plans.single(5, DType.F32, ReduceOp.SUM, path), "reduce", inputs);
        for (long[] result : results) {
            assertArrayEquals(expected, result);
        }
    }
}
