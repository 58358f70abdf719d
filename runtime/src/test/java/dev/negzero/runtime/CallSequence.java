package dev.negzero.runtime;

import dev.negzero.annotations.DType;
import java.util.List;
import java.util.Random;

/**
 * A random sequence of calls that all ranks make together: any kind, way, root, counts and place of the buffers, one after
 * the other on the same regions. Each rank draws the same calls from the same seed, and the places from its own.
 */
final class CallSequence {
    /** Ranks draw all inputs, so messages are short: up to a few packs, over several tiles. */
    private static final int LONGEST = 70;

    private static final long BYTES = 1024;

    private CallSequence() {}

    /** A plan of all calls of these dtypes on one region. */
    static CallPlan plan(int ranks, boolean verify, DType... dtypes) {
        CallPlan plan = new CallPlan(ranks);
        for (DType dtype : dtypes) {
            plan.with(dtype, BYTES, BYTES);
        }
        if (!verify) {
            plan.plans().unverified();
        }
        return plan;
    }

    /** This rank's part of {@code calls} calls of the kinds given. Collective. */
    static void run(Rank rank, CallPlan plan, List<CallPlan.Kind> kinds, int calls, long seed) {
        CallLane lane = new CallLane(
                rank, plan.plan(), CallLane.capacity((long) rank.group().size() * LONGEST, 8));
        Random random = new Random(seed);
        Random own = new Random(seed + 1 + rank.index());
        for (int call = 0; call < calls; call++) {
            CallPlan.Kind kind = kinds.get(random.nextInt(kinds.size()));
            int count = random.nextInt(3) == 0 ? 1 + random.nextInt(LONGEST) : 1 + random.nextInt(9);
            CallModel model = CallModel.random(
                    kind.operation(),
                    kind.counts(),
                    kind.dtype(),
                    kind.reduceOp(),
                    rank.group().size(),
                    count,
                    random);
            long[][] in = model.inputs(random);
            List<CallPlan.Way> ways = plan.ways(kind, count);
            CallPlan.Way way = ways.get(random.nextInt(ways.size()));
            lane.check(
                    model,
                    plan.method(way, model.operationOf(rank.index())),
                    way.algorithm(),
                    in,
                    model.expected(in),
                    own);
        }
    }
}
