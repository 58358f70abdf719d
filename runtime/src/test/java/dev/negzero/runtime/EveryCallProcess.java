package dev.negzero.runtime;

import dev.negzero.annotations.DType;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * One rank of {@link EveryCallTest}'s calls as a process of its own: every operation in every way, with every root. Arguments:
 * the seed, that all ranks share, and the dtypes.
 */
final class EveryCallProcess {
    /** Each size of an element, floats and integers. */
    static final List<DType> DTYPES =
            List.of(DType.BF16, DType.F16, DType.F32, DType.F64, DType.F8E4M3, DType.I8, DType.I64);

    private EveryCallProcess() {}

    public static void main(String[] args) {
        try (Group group = Group.fromEnvironment(GroupOptions.defaults())) {
            for (String name : Arrays.copyOfRange(args, 1, args.length)) {
                DType dtype = DType.valueOf(name);
                group.run(rank -> System.out.println(
                        rank.index() + " made " + calls(rank, dtype, Long.parseLong(args[0])) + " calls of " + dtype));
            }
        }
    }

    private static int calls(Rank rank, DType dtype, long seed) {
        int ranks = rank.group().size();
        CallPlan plan = EveryCallGpuTest.plan(ranks, dtype);
        long capacity = CallLane.capacity((long) ranks * EveryCallTest.LONGEST, dtype.bytes());
        int calls = 0;
        try (CallLane lane = new CallLane(rank, plan.plan(), capacity)) {
            Random shared = new Random(seed);
            Random own = new Random(seed + 1 + rank.index());
            for (CallPlan.Kind kind : plan.kinds()) {
                for (int count : EveryCallTest.counts(dtype)) {
                    CallModel model = CallModel.random(
                            kind.operation(), kind.counts(), dtype, kind.reduceOp(), ranks, count, shared);
                    boolean allRoots = model.operation().isRooted() && count < EveryCallTest.LONGEST;
                    for (int root = 0; root < (allRoots ? ranks : 1); root++) {
                        calls += ways(
                                lane, rank.index(), plan, kind, allRoots ? model.withRoot(root) : model, shared, own);
                    }
                }
            }
        }
        return calls;
    }

    private static int ways(
            CallLane lane, int self, CallPlan plan, CallPlan.Kind kind, CallModel model, Random shared, Random own) {
        long[][] in = model.inputs(shared);
        long[][] expected = model.expected(in);
        List<CallPlan.Way> ways = plan.ways(kind, model.count());
        for (CallPlan.Way way : ways) {
            lane.check(model, plan.method(way, model.operationOf(self)), way.algorithm(), in, expected, own);
        }
        return ways.size();
    }
}
