package dev.negzero.runtime;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.plan.KernelPlan;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The input may be overwritten on the stream right after the call returns, symmetric buffers included. */
class G11InputOverwrittenTest {
    private static final int COUNT = 20_000;

    private static float[] filled(float value) {
        float[] values = new float[COUNT];
        Arrays.fill(values, value);
        return values;
    }

    private static void checkOutput(DeviceBuffer<F32> out) {
        float[] result = new float[COUNT];
        out.copyTo(result);
        assertArrayEquals(filled(3), result);
    }

    private static KernelPlan plan(Path path) {
        return Plans.of(2)
                .maxBytes(128 * 1024)
                .reduce("reduce", DType.F32, ReduceOp.SUM, path)
                .plan();
    }

    @ParameterizedTest
    @EnumSource(Path.class)
    void onTheRanksOwnThreads(Path path) {
        KernelPlan plan = plan(path);
        try (Group group = Group.open(2)) {
            group.run(rank -> {
                Communicator communicator = Communicator.open(rank, plan, "digest");
                SymmetricBuffer<F32> in = rank.symmetricBuffer(F32.class, COUNT);
                DeviceBuffer<F32> out = rank.buffer(F32.class, COUNT);
                for (int call = 0; call < 50; call++) {
                    in.copyFrom(filled(1 + rank.index()));
                    communicator.allReduce(0, in, out, COUNT);
                    in.copyFrom(filled(Float.NaN));
                    checkOutput(out);
                }
            });
        }
    }

    @ParameterizedTest
    @EnumSource(Path.class)
    void queuedByOneThread(Path path) {
        try (Group group = Group.open(2)) {
            List<Communicator> communicators = Communicator.openAll(group, plan(path), "digest");
            List<SymmetricBuffer<F32>> in = group.symmetricBuffers(F32.class, COUNT);
            List<DeviceBuffer<F32>> out = group.ranks().stream()
                    .map(rank -> rank.buffer(F32.class, COUNT))
                    .toList();
            for (int call = 0; call < 50; call++) {
                for (int rank = 0; rank < 2; rank++) {
                    in.get(rank).copyFrom(filled(1 + rank));
                }
                for (int rank = 0; rank < 2; rank++) {
                    communicators.get(rank).allReduce(0, in.get(rank), out.get(rank), COUNT);
                }
                in.get(1).copyFrom(filled(Float.NaN));
                in.get(0).copyFrom(filled(Float.NaN));
                checkOutput(out.get(0));
                checkOutput(out.get(1));
            }
        }
    }
}
