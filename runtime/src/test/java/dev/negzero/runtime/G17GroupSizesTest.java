package dev.negzero.runtime;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.plan.KernelPlan;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Groups of every size that is no power of two, and the largest. */
class G17GroupSizesTest {
    @ParameterizedTest
    @ValueSource(ints = {3, 5, 6, 7, 8, 11, 16})
    void right(int size) {
        Random random = new Random(size);
        Plans plans = Plans.of(size).maxBytes(32 * 1024);
        for (Path path : Path.values()) {
            plans.reduce(path.name(), DType.F16, ReduceOp.SUM, path);
        }
        KernelPlan plan = plans.plan();
        try (Group group = Group.open(size)) {
            List<Communicator> communicators = Communicator.openAll(group, plan, "digest");
            for (int count : new int[] {1, size * 8 - 1, 1000, 9999}) {
                long[][] inputs = new long[size][];
                for (int rank = 0; rank < size; rank++) {
                    inputs[rank] = Bits.ordinary(DType.F16, count, random);
                }
                long[] expected = Reference.reduce(DType.F16, ReduceOp.SUM, inputs);
                for (Path path : Path.values()) {
                    for (long[] result : Fleet.reduce(group, communicators, plan, path.name(), inputs)) {
                        assertArrayEquals(expected, result, path + " count " + count);
                    }
                }
            }
        }
    }
}
