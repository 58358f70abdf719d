package dev.negzero.runtime;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.plan.KernelPlan;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Fewer packs than ranks, one element, and none. */
class G15TinyMessagesTest {
    @ParameterizedTest
    @EnumSource(Path.class)
    void fewerPacksThanRanks(Path path) {
        Random random = new Random(15);
        for (int count : new int[] {1, 2, 7, 8, 9, 17}) {
            long[][] inputs = new long[5][];
            for (int rank = 0; rank < 5; rank++) {
                inputs[rank] = Bits.random(DType.BF16, count, random);
            }
            long[] expected = Reference.reduce(DType.BF16, ReduceOp.SUM, inputs);
            for (long[] result : Fleet.once(Plans.single(5, DType.BF16, ReduceOp.SUM, path), "reduce", inputs)) {
                assertArrayEquals(expected, result, "count " + count);
            }
        }
    }

    /** A workspace of one pack: no tile has a pack for every rank. */
    @ParameterizedTest
    @EnumSource(
            value = Path.class,
            names = {"ONE_STAGE", "TWO_STAGE"})
    void workspaceOfOnePack(Path path) {
        KernelPlan plan = Plans.of(3)
                .maxBytes(16)
                .reduce("reduce", DType.F32, ReduceOp.SUM, path)
                .plan();
        try (Group group = Group.open(3)) {
            group.run(rank -> {
                Communicator communicator = Communicator.open(rank, plan, "digest");
                Counting counting = new Counting(rank, 30);
                for (int count = 1; count <= 30; count++) {
                    counting.check(communicator, 0, count, count);
                }
            });
        }
    }

    @ParameterizedTest
    @EnumSource(Path.class)
    void zeroElementsReturnAtOnce(Path path) {
        KernelPlan plan = Plans.single(2, DType.F32, ReduceOp.SUM, path);
        try (Group group = Group.open(2)) {
            group.run(rank -> {
                Communicator communicator = Communicator.open(rank, plan, "digest");
                DeviceBuffer<F32> buffer = rank.buffer(F32.class, 4);
                // Not even together: a call of no elements waits for nobody.
                for (int call = 0; call <= rank.index() * 3; call++) {
                    communicator.allReduce(0, buffer, buffer, 0);
                }
                rank.synchronize();
                assertNull(communicator.lastCall());
                new Counting(rank, 4).check(communicator, 0, 1, 4);
            });
        }
    }

    @Test
    void narrowPacks() {
        for (int width : new int[] {2, 4, 8}) {
            for (var protocol : dev.negzero.annotations.Protocol.values()) {
                KernelPlan plan = Plans.of(2)
                        .reduce("reduce", DType.BF16, width, ReduceOp.SUM, protocol)
                        .plan();
                long[][] inputs = {{0x3F80, 0x3F80, 0x8000, 0x4000, 0x3F80}, {0x3F80, 0, 0x8000, 0x3F80, 0x3F80}};
                for (long[] result : Fleet.once(plan, "reduce", inputs)) {
                    assertArrayEquals(Reference.reduce(DType.BF16, ReduceOp.SUM, inputs), result);
                }
            }
        }
    }
}
