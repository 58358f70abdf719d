package dev.negzero.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.Protocol;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.plan.Algorithm;
import dev.negzero.plan.CallLayout;
import dev.negzero.plan.MethodPlan;
import dev.negzero.plan.SignalLayout;
import dev.negzero.runtime.engine.Probe;
import dev.negzero.runtime.signal.SignalBuffer;
import dev.negzero.runtime.signal.Words;
import dev.negzero.spec.Counts;
import dev.negzero.spec.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The counters of every call go through their wrap: epochs, tags of 32 and of 16 bits, barrier instances, the epochs and
 * tile counters of hand-offs; and no word of the round before is taken for a new one. In turn, each rank comes so late that
 * its peers have long been polling.
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

    private static class Late implements Probe {
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

    /** The last two calls before the wrap, and the last hand-off of each pair, leave no word of the round before. */
    @ParameterizedTest
    @EnumSource(
            value = Operation.class,
            names = {"ALL_REDUCE", "BROADCAST", "GATHER", "ALL_TO_ALL"})
    void oldWordsAreForgotten(Operation operation) {
        List<SignalBuffer> buffers = new CopyOnWriteArrayList<>();
        Late probe = new Late(-3) {
            @Override
            public void preset(SignalBuffer buffer, int rank) {
                super.preset(buffer, rank);
                buffers.add(buffer);
            }
        };
        CallPlan plan = CallSequence.plan(RANKS, false, DType.BF16, DType.F64);
        plan.plan();
        int root = operation.isRooted() ? 0 : CallLayout.NO_ROOT;
        try (Group group = Group.open(RANKS, GroupOptions.defaults().withProbe(probe))) {
            group.run(rank -> {
                CallLane lane = new CallLane(rank, plan.plan(), 4096);
                for (int call = 0; call < 2; call++) {
                    mailbox(lane, plan, operation, DType.BF16, root, -1, rank);
                    mailbox(lane, plan, operation, DType.F64, root, -1, rank);
                    for (int pair = 0; pair < RANKS * (RANKS - 1); pair++) {
                        int from = pair % RANKS;
                        int to = (from + 1 + pair / RANKS) % RANKS;
                        // A pair's epochs count all its hand-offs, so its last one may go another way.
                        if (call == 1 && operation.isRooted()) {
                            handOffBySignal(lane, plan, to, from, rank);
                        } else {
                            mailbox(lane, plan, Operation.SEND, DType.F64, to, from, rank);
                        }
                    }
                }
            });
        }
        buffers.forEach(G13CallsWrapTest::assertForgotten);
    }

    private static void mailbox(
            CallLane lane, CallPlan plan, Operation operation, DType dtype, int root, int sender, Rank rank) {
        CallModel model = new CallModel(operation, dtype, ReduceOp.SUM, RANKS, 5, root, sender, null);
        CallPlan.Kind kind = new CallPlan.Kind(operation, Counts.ONE, dtype, ReduceOp.SUM);
        boolean triples = dtype == DType.BF16;
        Algorithm algorithm = triples ? Algorithm.MAILBOX_TRIPLES : Algorithm.MAILBOX_ONE_SHOT;
        CallPlan.Way way = new CallPlan.Way(kind, Protocol.MAILBOX, algorithm);
        long[][] in = model.inputs(new Random(7));
        MethodPlan method = plan.method(way, model.operationOf(rank.index()));
        lane.check(model, method, algorithm, in, model.expected(in), new Random(rank.index()));
    }

    private static void handOffBySignal(CallLane lane, CallPlan plan, int to, int from, Rank rank) {
        CallModel model = new CallModel(Operation.SEND, DType.F64, ReduceOp.SUM, RANKS, 5, to, from, null);
        CallPlan.Kind kind = new CallPlan.Kind(Operation.SEND, Counts.ONE, DType.F64, ReduceOp.SUM);
        CallPlan.Way way = new CallPlan.Way(kind, Protocol.SIGNAL, Algorithm.SIGNAL_ONE_STAGE);
        long[][] in = model.inputs(new Random(7));
        MethodPlan method = plan.method(way, model.operationOf(rank.index()));
        lane.check(model, method, way.algorithm(), in, model.expected(in), new Random(rank.index()));
    }

    private static void assertForgotten(SignalBuffer buffer) {
        SignalLayout layout = buffer.layout();
        int slots = RANKS * 2;
        assertForgotten(buffer, layout.mailbox(), slots * layout.mailboxWords(), Integer.SIZE);
        assertForgotten(buffer, layout.triples(), slots * layout.tripleWords(), 3 * Short.SIZE);
        // Only slots of pairs that came to the last epoch: a rank has none from itself.
        int pairs = 0;
        for (long i = 0; i < RANKS * layout.handoffWords(); i++) {
            long word = Words.plainLong(buffer.bytes(), (int) (layout.handoffMailbox() + 8 * i));
            long slot = i / layout.handoffWords();
            boolean last = Words.plainInt(buffer.bytes(), SignalLayout.STATE_RECEIVED + 4 * (int) slot) == -1;
            assertTrue(!last || word == 0, "hand-off word " + i);
            pairs += last && i % layout.handoffWords() == 0 ? 1 : 0;
        }
        assertEquals(RANKS - 1, pairs);
    }

    private static void assertForgotten(SignalBuffer buffer, long at, long words, int tagAt) {
        for (int i = 0; i < words; i++) {
            long tag = Words.plainLong(buffer.bytes(), (int) at + 8 * i) >>> tagAt;
            assertTrue(tag == 0 || tag > 3, "word " + i + " of the words at " + at + " has tag " + tag);
        }
    }

    private static void run(CallPlan plan, List<CallPlan.Kind> kinds, int start, long seed) {
        try (Group group = Group.open(RANKS, GroupOptions.defaults().withProbe(new Late(start)))) {
            group.run(rank -> CallSequence.run(rank, plan, kinds, 60, seed));
        }
    }
}
