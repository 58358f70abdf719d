package dev.negzero.runtime;

import static org.junit.jupiter.api.Assertions.fail;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.plan.KernelPlan;
import dev.negzero.runtime.engine.Probe;
import dev.negzero.runtime.signal.SignalBuffer;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Many small calls in a row, through the points where counters become negative, wrap, and where 16-bit tags start over,
 * each checked. {@code -Dnegzero.endurance.calls=} sets their number for each start; the usual one is a sample.
 */
class EnduranceTest {
    private static final int SAMPLE = 20_000;
    private static final int COUNT = 4;

    /** A start this far in front of a limit of 2^31, 2^32 or 2^16 calls. */
    private record Start(int calls) implements Probe {
        @Override
        public void preset(SignalBuffer buffer, int rank) {
            buffer.preset(calls);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MAX_VALUE - 1000, -1000, 65_535 - 1000})
    @Timeout(3600)
    void everyCallIsRight(int start) {
        int calls = Integer.getInteger("negzero.endurance.calls", SAMPLE);
        KernelPlan plan = plan();
        long began = System.nanoTime();
        try (Group group = Group.open(2, GroupOptions.defaults().withProbe(new Start(start)))) {
            group.run(rank -> calls(rank, plan, calls));
        }
        System.out.println("endurance," + Integer.toUnsignedString(start) + "," + calls + ","
                + (System.nanoTime() - began) / 1_000_000_000);
    }

    private static KernelPlan plan() {
        Plans plans = Plans.of(2).maxBytes(4096);
        for (Path path : Path.values()) {
            plans.reduce(path.name(), DType.F32, ReduceOp.SUM, path);
        }
        return plans.plan();
    }

    private static void calls(Rank rank, KernelPlan plan, int calls) {
        int methods = plan.methods().size();
        try (Communicator communicator = Communicator.open(rank, plan, "digest")) {
            DeviceBuffer<F32> in = rank.buffer(F32.class, COUNT);
            DeviceBuffer<F32> out = rank.buffer(F32.class, COUNT);
            float[] values = new float[COUNT];
            for (int call = 0; call < calls; call++) {
                for (int i = 0; i < COUNT; i++) {
                    values[i] = call % 4093 + 10_000 * rank.index() + i;
                }
                in.copyFrom(values);
                communicator.allReduce(call % methods, in, out, COUNT);
                out.copyTo(values);
                for (int i = 0; i < COUNT; i++) {
                    if (values[i] != 2 * (call % 4093) + 10_000 + 2 * i) {
                        fail("call " + call + " element " + i + ": " + values[i]);
                    }
                }
            }
        }
    }
}
