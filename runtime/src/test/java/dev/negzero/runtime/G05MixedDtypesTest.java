package dev.negzero.runtime;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.plan.KernelPlan;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Types and sizes change from call to call on one signal buffer: what a call left or cleared is never read as data. */
class G05MixedDtypesTest {
    @ParameterizedTest
    @EnumSource(Path.class)
    void bigSmallBig(Path path) {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        KernelPlan plan = Plans.of(3)
                .maxBytes(64 * 1024)
                .reduce("bf16", DType.BF16, ReduceOp.SUM, path)
                .reduce("f32", DType.F32, ReduceOp.SUM, path)
                .reduce("f64", DType.F64, ReduceOp.SUM, path)
                .reduce("f8", DType.F8E4M3, ReduceOp.SUM, path)
                .plan();
        String[] methods = {"bf16", "f32", "bf16", "f64", "f8", "f32", "f8", "f64", "bf16"};
        int[] counts = {20_000, 7, 20_000, 3, 33_333, 12_345, 5, 8_000, 1};
        try (Group group = Group.open(3)) {
            List<Communicator> communicators = Communicator.openAll(group, plan, "digest");
            for (int round = 0; round < 4; round++) {
                for (int call = 0; call < methods.length; call++) {
                    DType dtype =
                            plan.methods().get(Plans.index(plan, methods[call])).dtype();
                    long[][] inputs = new long[3][];
                    for (int rank = 0; rank < 3; rank++) {
                        inputs[rank] = Bits.random(dtype, counts[call], random);
                    }
                    long[] expected = Reference.reduce(dtype, ReduceOp.SUM, inputs);
                    for (long[] result : Fleet.reduce(group, communicators, plan, methods[call], inputs)) {
                        assertArrayEquals(expected, result, "round " + round + " call " + call);
                    }
                }
            }
        }
    }
}
