package dev.negzero.runtime;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.plan.KernelPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every dtype and op, by every way open to it, gives the bits of the reference on every rank. */
class AllReduceTest {
    static Stream<Arguments> cases() {
        List<Arguments> cases = new ArrayList<>();
        for (DType dtype : DType.values()) {
            for (ReduceOp op : ReduceOp.values()) {
                if (dtype.isFloat() || op != ReduceOp.AVG) {
                    cases.add(Arguments.of(dtype, op));
                }
            }
        }
        return cases.stream();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void bitsOfTheReference(DType dtype, ReduceOp op) {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        Plans plans = Plans.of(3).maxBytes(256 * 1024);
        Path.of(dtype).forEach(path -> plans.reduce(path.name(), dtype, op, path));
        KernelPlan plan = plans.plan();
        try (Group group = Group.open(3)) {
            List<Communicator> communicators = Communicator.openAll(group, plan, "digest");
            for (int count : new int[] {1, 5, 333, 5000}) {
                for (boolean any : new boolean[] {false, true}) {
                    long[][] inputs = new long[3][];
                    for (int rank = 0; rank < 3; rank++) {
                        inputs[rank] = any ? Bits.random(dtype, count, random) : Bits.ordinary(dtype, count, random);
                    }
                    long[] expected = Reference.reduce(dtype, op, inputs);
                    for (Path path : Path.of(dtype)) {
                        List<long[]> results = Fleet.reduce(group, communicators, plan, path.name(), inputs);
                        for (int rank = 0; rank < 3; rank++) {
                            assertArrayEquals(expected, results.get(rank), path + " count " + count + " rank " + rank);
                        }
                    }
                }
            }
        }
    }
}
