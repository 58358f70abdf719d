package dev.negzero.runtime;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.plan.KernelPlan;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** F32 calls land on slots that BF16 calls have cleared, in each phase of the three generations. */
class G28ClearedSlotsTest {
    @Test
    void clearedWordsAreNotData() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        KernelPlan plan = Plans.of(2)
                .maxBytes(8192)
                .reduce("bf16", DType.BF16, ReduceOp.SUM, Path.LAMPORT)
                .reduce("f32", DType.F32, ReduceOp.SUM, Path.LAMPORT)
                .reduce("f8", DType.F8E5M2, ReduceOp.SUM, Path.LAMPORT)
                .plan();
        try (Group group = Group.open(2, GroupOptions.defaults().withProbe(new Spin(2, seed, 4)))) {
            group.run(rank -> {
                Random agreed = new Random(seed);
                Communicator communicator = Communicator.open(rank, plan, "digest");
                for (int call = 0; call < 600; call++) {
                    int method = agreed.nextInt(3);
                    DType dtype = plan.methods().get(method).dtype();
                    int count = 1 + agreed.nextInt(2000);
                    long[][] inputs = {Bits.random(dtype, count, agreed), Bits.random(dtype, count, agreed)};
                    DeviceBuffer<?> in = rank.buffer(Elements.markerOf(dtype), count);
                    Bits.write(in, inputs[rank.index()]);
                    communicator.allReduce(method, in, in, count);
                    assertArrayEquals(
                            Reference.reduce(dtype, ReduceOp.SUM, inputs), Bits.read(in, count), "call " + call);
                }
            });
        }
    }
}
