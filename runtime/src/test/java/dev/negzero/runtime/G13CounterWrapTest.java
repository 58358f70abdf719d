package dev.negzero.runtime;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.plan.KernelPlan;
import dev.negzero.runtime.engine.Probe;
import dev.negzero.runtime.signal.SignalBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Counters go through 2^31 and 2^32 without a hang, an early release or a stale word. */
class G13CounterWrapTest {
    static Stream<Arguments> cases() {
        List<Arguments> cases = new ArrayList<>();
        for (Path path : Path.values()) {
            for (int start : new int[] {Integer.MAX_VALUE - 1, Integer.MAX_VALUE, -5, -4, -3, -2, -1}) {
                // Without signatures nothing but the protocol itself holds the ranks together.
                cases.add(Arguments.of(path, start, true));
                cases.add(Arguments.of(path, start, false));
            }
        }
        return cases.stream();
    }

    /** Starts at a counter, and delays ranks so that an early release shows. */
    private static final class Preset implements Probe {
        private final int start;
        private final Spin spin = new Spin(3, 1, 2);

        Preset(int start) {
            this.start = start;
        }

        @Override
        public void preset(SignalBuffer buffer, int rank) {
            buffer.preset(start);
        }

        @Override
        public void at(Point point, int rank) {
            spin.at(point, rank);
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void goesOn(Path path, int start, boolean verify) {
        Plans plans = Plans.of(3)
                .maxBytes(16 * 1024)
                .reduce("reduce", DType.F32, ReduceOp.SUM, path)
                .barrier("barrier");
        KernelPlan plan = verify ? plans.plan() : plans.unverified().plan();
        try (Group group = Group.open(3, GroupOptions.defaults().withProbe(new Preset(start)))) {
            group.run(rank -> {
                Communicator communicator = Communicator.open(rank, plan, "digest");
                Counting counting = new Counting(rank, 2500);
                for (int call = 0; call < 20; call++) {
                    counting.check(communicator, Plans.index(plan, "reduce"), call, call % 2 == 0 ? 2500 : 3);
                    communicator.barrier(Plans.index(plan, "barrier"));
                }
            });
        }
    }
}
