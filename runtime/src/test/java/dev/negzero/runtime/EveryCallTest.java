package dev.negzero.runtime;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.ReduceOp;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The matrix: every operation, dtype, reduction, algorithm and root, group sizes 2, 3, 4 and 8, sizes around a pack and
 * over many tiles, each rank with buffers of its own kind. What every rank gets are the bits of the model, and no other byte
 * has changed.
 */
@Timeout(120)
class EveryCallTest {
    /** Many tiles for the longest message, and a tile of a few packs where each rank has a segment. */
    static final long SIGNAL_BYTES = 4096;

    static final int LONGEST = 4099;

    static Stream<Arguments> cases() {
        List<Arguments> cases = new ArrayList<>();
        for (int ranks : new int[] {2, 3, 4, 8}) {
            for (DType dtype : DType.values()) {
                cases.add(Arguments.of(ranks, dtype));
            }
        }
        return cases.stream();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void bitsOfTheModel(int ranks, DType dtype) {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        CallPlan plan = new CallPlan(ranks).with(dtype, SIGNAL_BYTES, (long) LONGEST * dtype.bytes());
        if (random.nextBoolean()) {
            plan.plans().unverified();
        }
        run(plan, plan.kinds(), counts(dtype), dtype, random);
    }

    @ParameterizedTest
    @CsvSource({"3, BF16", "2, F64"})
    void longMessages(int ranks, DType dtype) {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        int count = (1 << 20) + 3;
        CallPlan plan = new CallPlan(ranks).with(dtype, 1 << 18, (long) count * dtype.bytes());
        List<CallPlan.Kind> sample = plan.kinds().stream()
                .filter(kind -> kind.reduceOp() == ReduceOp.SUM)
                .toList();
        run(plan, sample, new int[] {count}, dtype, new Random(seed));
    }

    /** Around a pack, and over many tiles. */
    static int[] counts(DType dtype) {
        int pack = 16 / dtype.bytes();
        return new int[] {0, 1, 7, pack, pack + 1, LONGEST};
    }

    /** Makes calls of all these kinds and counts, the last count the largest, in every way and with every root. */
    static void run(CallPlan plan, List<CallPlan.Kind> kinds, int[] counts, DType dtype, Random random) {
        int ranks = plan.plan().groupSize();
        int longest = counts[counts.length - 1];
        try (Group group = Group.open(ranks)) {
            List<CallLane> lanes = group.onEachRank(
                    rank -> new CallLane(rank, plan.plan(), CallLane.capacity((long) ranks * longest, dtype.bytes())));
            for (CallPlan.Kind kind : kinds) {
                for (int count : counts) {
                    CallModel model = CallModel.random(
                            kind.operation(), kind.counts(), dtype, kind.reduceOp(), ranks, count, random);
                    boolean allRoots = model.operation().isRooted() && count < LONGEST;
                    for (int root = 0; root < (allRoots ? ranks : 1); root++) {
                        run(group, lanes, plan, kind, allRoots ? model.withRoot(root) : model, random);
                    }
                }
            }
        }
    }

    private static void run(
            Group group, List<CallLane> lanes, CallPlan plan, CallPlan.Kind kind, CallModel model, Random random) {
        long[][] in = model.inputs(random);
        long[][] expected = model.expected(in);
        long forms = random.nextLong();
        group.run(rank -> {
            Random own = new Random(forms + rank.index());
            for (CallPlan.Way way : plan.ways(kind, model.count())) {
                lanes.get(rank.index())
                        .check(
                                model,
                                plan.method(way, model.operationOf(rank.index())),
                                way.algorithm(),
                                in,
                                expected,
                                own);
            }
        });
    }
}
