package dev.negzero.runtime;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.plan.MethodPlan;
import dev.negzero.runtime.engine.Memory;
import dev.negzero.runtime.engine.Probe;
import dev.negzero.spec.Counts;
import dev.negzero.spec.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A root has a hundred broadcasts and all-reduces queued before a slow receiver begins: each arrives as it was sent. Without
 * the receivers' credits the root, which needs nothing from anybody, would store over what they have yet to read.
 */
@Timeout(120)
class G03RunAheadTest {
    private static final int RANKS = 3;
    private static final int CALLS = 200;
    private static final int COUNT = 33;
    private static final int BYTES = COUNT * 4;

    private final Probe slow = new Probe() {
        @Override
        public void at(Point point, int rank) {
            if (rank == 2 && point == Point.CALL_ENTRY) {
                for (int i = 0; i < 200; i++) {
                    Thread.yield();
                }
            }
        }
    };

    private static CallModel model(int call) {
        boolean broadcast = call % 2 == 0;
        return new CallModel(
                broadcast ? Operation.BROADCAST : Operation.ALL_REDUCE,
                DType.F32,
                ReduceOp.SUM,
                RANKS,
                COUNT,
                broadcast ? 0 : 0xFF,
                -1,
                null);
    }

    @ParameterizedTest
    @CsvSource({"true", "false"})
    void rootIsQueuedFirst(boolean verify) {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        CallPlan plan = CallSequence.plan(RANKS, verify, DType.F32);
        List<long[][]> inputs = new ArrayList<>();
        Random random = new Random(seed);
        for (int call = 0; call < CALLS; call++) {
            inputs.add(model(call).inputs(random));
        }
        try (Group group = Group.open(RANKS, GroupOptions.defaults().withProbe(slow))) {
            plan.plan();
            List<CallLane> lanes = group.onEachRank(rank -> new CallLane(rank, plan.plan(), 64));
            List<DeviceBuffer<F32>> results = new ArrayList<>();
            for (int rank = 0; rank < RANKS; rank++) {
                results.add(issue(group.rank(rank), lanes.get(rank), plan, inputs, seed));
            }
            for (int rank = 0; rank < RANKS; rank++) {
                long[] found = Bits.read(results.get(rank), CALLS * COUNT);
                for (int call = 0; call < CALLS; call++) {
                    long[] result = java.util.Arrays.copyOfRange(found, call * COUNT, (call + 1) * COUNT);
                    assertArrayEquals(
                            model(call).expected(inputs.get(call))[rank], result, "rank " + rank + " call " + call);
                }
            }
        }
    }

    /** Queues all of a rank's calls, in place, each at a place of its own. */
    private static DeviceBuffer<F32> issue(Rank rank, CallLane lane, CallPlan plan, List<long[][]> inputs, long seed) {
        DeviceBuffer<F32> buffer = rank.buffer(F32.class, CALLS * COUNT);
        Bits.poison(buffer);
        for (int call = 0; call < CALLS; call++) {
            long[] input = inputs.get(call)[rank.index()];
            if (input.length > 0) {
                Bits.write(buffer.slice((long) call * COUNT, COUNT), input);
            }
        }
        Random random = new Random(seed);
        Memory memory = buffer.memory();
        for (int call = 0; call < CALLS; call++) {
            CallModel model = model(call);
            CallPlan.Kind kind = new CallPlan.Kind(model.operation(), Counts.ONE, DType.F32, ReduceOp.SUM);
            List<CallPlan.Way> ways = plan.ways(kind, COUNT);
            CallPlan.Way way = ways.get(random.nextInt(ways.size()));
            MethodPlan method = plan.method(way, model.operation());
            long at = (long) call * BYTES;
            lane.launch(model, method, method.variant(way.algorithm()), memory, at, memory, at);
        }
        return buffer;
    }
}
