package dev.negzero.runtime;

import dev.negzero.annotations.DType;
import dev.negzero.plan.SignalLayout;
import dev.negzero.runtime.engine.Probe;
import dev.negzero.runtime.signal.SignalBuffer;
import dev.negzero.runtime.signal.Words;
import dev.negzero.spec.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The counters of every call go through their wrap: epochs, tags of 32 and of 16 bits, barrier instances, the epochs and
 * tile counters of hand-offs; and no word of the round before is taken for a new one. In turn, each rank comes so late that its peers have long been polling.
 */
@Timeout(120)
class G13CallsWrapTest {
    private static final int RANKS = 3;

    static Stream<Arguments> cases() {
        List<Arguments> cases = new ArrayList<>();
        // At the third and the last tags of 16 bits are far from, at the others close to their wrap.
        for (int start : new int[] {0xFFFF * 7 - 4, 0xFFFF * 7 - 3, Integer.MAX_VALUE - 2, -5, -4, -3}) {
            for (boolean verify : new boolean[] {true, false}) {
                cases.add(Arguments.of(start, verify));
            }
        }
        return cases.stream();
    }

    private static final class Late implements Probe {
        private final int start;
        private final int[] points = new int[RANKS];

        Late(int start) {
            this.start = start;
        }

        @Override
        public void preset(SignalBuffer buffer, int rank) {
            buffer.preset(start);
            SignalLayout layout = buffer.layout();
            int slots = RANKS * 2;
            plant(buffer, layout.mailbox(), slots * layout.mailboxWords(), Integer.SIZE);
            plant(buffer, layout.triples(), slots * layout.tripleWords(), 3 * Short.SIZE);
            plant(buffer, layout.handoffMailbox(), RANKS * layout.handoffWords(), Integer.SIZE);
        }

        /** What the round before left, with the first tags behind the wrap: it must be gone when they come again. */
        private static void plant(SignalBuffer buffer, long at, long words, int tagAt) {
            for (int i = 0; i < words; i++) {
                Words.plainLong(buffer.bytes(), (int) at + 8 * i, 0xDEADL | ((1L + i % 3) << tagAt));
            }
        }

        @Override
        public void at(Point point, int rank) {
            if (point == Point.CALL_ENTRY && points[rank]++ % (2 * RANKS) == 2 * rank) {
                for (int i = 0; i < 500; i++) {
                    Thread.yield();
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void everyKind(int start, boolean verify) {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        CallPlan plan = CallSequence.plan(RANKS, verify, DType.BF16, DType.F64);
        plan.plan();
        for (Operation operation : Operation.values()) {
            List<CallPlan.Kind> kinds = plan.kinds().stream()
                    .filter(kind -> kind.operation() == operation)
                    .toList();
            if (!kinds.isEmpty()) {
                run(plan, kinds, start, seed);
            }
        }
        run(plan, plan.kinds(), start, seed);
    }

    private static void run(CallPlan plan, List<CallPlan.Kind> kinds, int start, long seed) {
        try (Group group = Group.open(RANKS, GroupOptions.defaults().withProbe(new Late(start)))) {
            group.run(rank -> CallSequence.run(rank, plan, kinds, 60, seed));
        }
    }
}
