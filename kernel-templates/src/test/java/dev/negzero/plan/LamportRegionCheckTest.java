package dev.negzero.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.Protocol;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.spec.CollectiveSpec;
import dev.negzero.spec.Finding;
import dev.negzero.spec.MethodSpec;
import dev.negzero.spec.Operation;
import dev.negzero.spec.Place;
import dev.negzero.spec.Problem;
import java.util.List;
import org.junit.jupiter.api.Test;

class LamportRegionCheckTest {
    private static final long MI = 1 << 20;

    private static MethodSpec method(String name, Operation operation, DType dtype, Protocol protocol, long maxBytes) {
        return Specs.withMaxBytes(
                Specs.method(name, name + "()", operation, ReduceOp.SUM, protocol, dtype, 16 / dtype.bytes()),
                maxBytes);
    }

    private static MethodSpec scatter(String name, DType dtype, long maxBytes) {
        return method(name, Operation.REDUCE_SCATTER, dtype, Protocol.LAMPORT, maxBytes);
    }

    private static List<Finding> check(int groupSize, MethodSpec... methods) {
        CollectiveSpec spec = Specs.of(groupSize, methods);
        return LamportRegionCheck.check(spec, new KernelPlanner().plan(spec));
    }

    private static List<Finding> finding(String method, String annotation, long mebibytes) {
        return List.of(new Finding(
                Problem.LAMPORT_REGION,
                new Place(method + "()", -1, annotation, "protocol"),
                "NZ310: protocol LAMPORT by name reserves slots for messages of maxBytes; found " + mebibytes
                        + " MiB a rank; set maxBytes to the longest message that it carries, or use AUTO;"
                        + " @SuppressWarnings(\"negzero:NZ310\") if it is meant"));
    }

    @Test
    void isQuietUnderAuto() {
        assertEquals(
                List.of(),
                check(
                        16,
                        method("sum", Operation.ALL_REDUCE, DType.F32, Protocol.AUTO, 1 << 30),
                        method("wide", Operation.ALL_REDUCE, DType.F64, Protocol.AUTO, 1 << 30)));
    }

    @Test
    void isQuietUpToTheBound() {
        assertEquals(List.of(), check(2, scatter("sum", DType.F32, 10 * MI)));
    }

    @Test
    void namesTheMethodThatNeedsTheLongestSlot() {
        assertEquals(
                finding("sum", "ReduceScatter", 73),
                check(3, scatter("small", DType.F32, MI), scatter("sum", DType.F32, 8 * MI + 16)));
    }

    /** F64 has slots of its own: the two regions add up. */
    @Test
    void countsBothRegions() {
        assertEquals(List.of(), check(2, scatter("narrow", DType.F32, 8 * MI), scatter("wide", DType.BF16, 8 * MI)));
        assertEquals(
                finding("narrow", "ReduceScatter", 96),
                check(2, scatter("narrow", DType.F32, 8 * MI), scatter("wide", DType.F64, 8 * MI)));
    }

    /** What it says is what the plan reserves. */
    @Test
    void agreesWithTheLayout() {
        MethodSpec sum = method("sum", Operation.ALL_REDUCE, DType.F32, Protocol.LAMPORT, 256 * MI);
        SignalLayout layout = new KernelPlanner().plan(Specs.of(4, sum)).layout();
        long region = SignalLayout.GENERATIONS * 4 * (layout.lamportBytes() + layout.lamport64Bytes());
        assertEquals(finding("sum", "AllReduce", region / MI), check(4, sum));
    }
}
