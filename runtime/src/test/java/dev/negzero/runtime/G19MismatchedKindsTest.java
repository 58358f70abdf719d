package dev.negzero.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.plan.CallLayout;
import dev.negzero.plan.FaultKind;
import dev.negzero.plan.FaultSite;
import dev.negzero.plan.MethodPlan;
import dev.negzero.spec.Counts;
import dev.negzero.spec.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Ranks that differ in count, root or single counts are all told so, whatever they call, with both calls named. */
@Timeout(60)
class G19MismatchedKindsTest {
    private static final String CURE = "; pass the same method, count and root on all ranks, then Group.reset()";
    private static final CallPlan PLAN = new CallPlan(2).with(DType.BF16, 4096, 4096);

    static Stream<Arguments> ways() {
        List<Arguments> cases = new ArrayList<>();
        for (CallPlan.Kind kind : PLAN.kinds()) {
            if (kind.reduceOp() == ReduceOp.SUM) {
                PLAN.ways(kind, 20).forEach(way -> cases.add(Arguments.of(way)));
            }
        }
        return cases.stream();
    }

    private static CallModel model(CallPlan.Way way, int count, long... counts) {
        Operation operation = way.kind().operation();
        boolean handOff = operation == Operation.SEND;
        int root = operation.isRooted() || handOff ? 1 : CallLayout.NO_ROOT;
        long[] several = way.kind().counts() == Counts.ONE ? null : counts;
        return new CallModel(operation, DType.BF16, ReduceOp.SUM, 2, count, root, handOff ? 0 : -1, several);
    }

    /** The text for two calls, of which rank 0 makes the first, and after it a call that is right. */
    private static void differ(
            CallPlan.Way way, CallModel zero, CallModel one, String zeroText, String oneText, String more) {
        try (Group group = Group.open(2)) {
            List<CallLane> lanes = group.onEachRank(rank -> new CallLane(rank, PLAN.plan(), 4096));
            group.run(rank -> {
                CallModel mine = rank.index() == 0 ? zero : one;
                MethodPlan method = PLAN.method(way, mine.operationOf(rank.index()));
                CollectiveException thrown = assertThrows(CollectiveException.class, () -> lanes.get(rank.index())
                        .issue(mine, method, method.variant(way.algorithm())));
                assertEquals(FaultKind.MISMATCH, thrown.kind());
                assertEquals(FaultSite.SIGNATURE, thrown.site());
                boolean byZero = thrown.rank() == 0;
                String name = zero.operation() == Operation.SEND ? "send or receive of BF16" : method.key();
                String algorithm = " by " + way.algorithm().id();
                assertEquals(
                        "NZ702: ranks made different calls; found call 1 of rank " + thrown.rank() + ": " + name
                                + (byZero ? zeroText : oneText) + algorithm + ", of rank " + (byZero ? 1 : 0) + ": "
                                + name + (byZero ? oneText : zeroText) + algorithm + more + CURE,
                        thrown.getMessage());
            });
            group.reset();
            recovered(group, lanes, way, one);
        }
    }

    private static void recovered(Group group, List<CallLane> lanes, CallPlan.Way way, CallModel model) {
        long[][] in = model.inputs(new Random(3));
        long[][] expected = model.expected(in);
        group.run(rank -> lanes.get(rank.index())
                .check(
                        model,
                        PLAN.method(way, model.operationOf(rank.index())),
                        way.algorithm(),
                        in,
                        expected,
                        new Random(rank.index())));
    }

    @ParameterizedTest
    @MethodSource("ways")
    void differentCounts(CallPlan.Way way) {
        String root = way.kind().operation().isRooted() ? ", root 1" : "";
        differ(
                way,
                model(way, 20, 20, 20, 20, 20),
                model(way, 11, 11, 11, 11, 11),
                " with count 20" + root,
                " with count 11" + root,
                "");
    }

    static Stream<Arguments> rooted() {
        return ways().filter(arguments ->
                ((CallPlan.Way) arguments.get()[0]).kind().operation().isRooted());
    }

    @ParameterizedTest
    @MethodSource("rooted")
    void differentRoots(CallPlan.Way way) {
        CallModel model = model(way, 20);
        differ(way, model.withRoot(0), model, " with count 20, root 0", " with count 20, root 1", "");
    }

    static Stream<Arguments> counted() {
        return ways().filter(
                        arguments -> ((CallPlan.Way) arguments.get()[0]).kind().counts() != Counts.ONE);
    }

    /** The largest is the same, so that nothing but the counts differs. */
    @ParameterizedTest
    @MethodSource("counted")
    void differentSingleCounts(CallPlan.Way way) {
        int numbers = way.kind().counts().numbers(2);
        long[] zero = numbers == 2 ? new long[] {20, 3} : new long[] {20, 3, 4, 5};
        long[] one = numbers == 2 ? new long[] {20, 4} : new long[] {20, 3, 5, 4};
        differ(
                way,
                model(way, 20, zero),
                model(way, 20, one),
                " with count 20",
                " with count 20",
                ", with other counts of single ranks or pairs");
    }
}
