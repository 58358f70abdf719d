package dev.negzero.runtime;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.Protocol;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.plan.Algorithm;
import dev.negzero.plan.KernelPlan;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The same first rows in messages of sizes that AUTO gives to different algorithms have the same bits. */
class G10SameRowsTest {
    @Test
    void identicalBits() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        KernelPlan plan = Plans.of(3)
                .reduce("reduce", DType.BF16, ReduceOp.SUM, Protocol.AUTO)
                .plan();
        long[][] large = new long[3][];
        for (int rank = 0; rank < 3; rank++) {
            large[rank] = Bits.ordinary(DType.BF16, 100_000, random);
        }
        long[] expected = Reference.reduce(DType.BF16, ReduceOp.SUM, large);
        Set<Algorithm> seen = EnumSet.noneOf(Algorithm.class);
        try (Group group = Group.open(3)) {
            List<Communicator> communicators = Communicator.openAll(group, plan, "digest");
            for (int count : new int[] {256, 8192, 100_000}) {
                long[][] rows = new long[3][];
                for (int rank = 0; rank < 3; rank++) {
                    rows[rank] = Arrays.copyOf(large[rank], count);
                }
                for (long[] result : Fleet.reduce(group, communicators, plan, "reduce", rows)) {
                    assertArrayEquals(Arrays.copyOf(expected, count), result, "count " + count);
                }
                seen.add(communicators.get(0).lastCall().algorithm());
            }
        }
        assertEquals(EnumSet.of(Algorithm.LAMPORT_ONE_SHOT, Algorithm.SIGNAL_TWO_STAGE), seen);
    }
}
