package dev.negzero.tests.docs;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.Protocol;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.annotations.Scope;
import dev.negzero.plan.Algorithm;
import dev.negzero.plan.KernelPlan;
import dev.negzero.plan.KernelPlanner;
import dev.negzero.plan.KernelVariant;
import dev.negzero.spec.CollectiveSpec;
import dev.negzero.spec.Finding;
import dev.negzero.spec.MethodSpec;
import dev.negzero.spec.Operation;
import dev.negzero.spec.ParameterSpec;
import dev.negzero.spec.ParameterSpec.Kind;
import dev.negzero.spec.Problem;
import dev.negzero.spec.Severity;
import dev.negzero.spec.Signature;
import dev.negzero.spec.TypeShape;
import dev.negzero.spec.rules.RuleSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** One way to declare a collective: what the rules say of it, and what the planner makes of it. */
record Cell(Operation operation, DType dtype, Protocol protocol, ReduceOp op, int groupSize, int width) {
    private static final long MAX_BYTES = 1 << 16;

    static Cell of(Operation operation, DType dtype, Protocol protocol, int groupSize, int width) {
        return new Cell(operation, dtype, protocol, ReduceOp.SUM, groupSize, width);
    }

    /** Widths whose packs have 4, 8 or 16 bytes, the widest last. */
    static List<Integer> widths(DType dtype) {
        List<Integer> widths = new ArrayList<>();
        for (int bytes = 4; bytes <= 16; bytes *= 2) {
            if (bytes >= dtype.bytes()) {
                widths.add(bytes / dtype.bytes());
            }
        }
        return widths;
    }

    List<Problem> problems() {
        return RuleSet.check(spec()).stream()
                .map(Finding::problem)
                .filter(problem -> problem.severity() == Severity.ERROR)
                .distinct()
                .toList();
    }

    KernelPlan plan() {
        return new KernelPlanner().plan(spec());
    }

    /** What its kernels run. */
    List<Algorithm> algorithms() {
        return plan().methods().get(0).variants().stream()
                .map(KernelVariant::algorithm)
                .toList();
    }

    private CollectiveSpec spec() {
        List<MethodSpec> methods = new ArrayList<>(List.of(method("a", operation)));
        if (operation.isHandOff()) {
            methods.add(method("b", operation == Operation.SEND ? Operation.RECEIVE : Operation.SEND));
        }
        return new CollectiveSpec(
                "com.acme",
                "Cell",
                "Cell",
                TypeShape.PLAIN,
                dtype,
                width,
                groupSize,
                Scope.SYSTEM,
                MAX_BYTES,
                true,
                methods,
                List.of());
    }

    private MethodSpec method(String name, Operation of) {
        return new MethodSpec(
                name,
                name + "()",
                List.of("Cell"),
                List.of(of),
                op,
                protocol,
                List.of(dtype),
                width,
                MAX_BYTES,
                of.isRooted() ? 0 : MethodSpec.NO_ROOT,
                of.isRooted() ? Set.of("root") : Set.of(),
                new Signature("void", List.of(), List.of(), parameters(of)));
    }

    private List<ParameterSpec> parameters(Operation of) {
        ParameterSpec buffer = parameter("DeviceBuffer<" + dtype + ">", Kind.BUFFER, dtype.name(), false);
        ParameterSpec count = parameter("long", Kind.LONG, "", false);
        return switch (of) {
            case ALL_REDUCE, REDUCE_SCATTER, REDUCE, ALL_GATHER, SCATTER, GATHER, ALL_TO_ALL ->
                List.of(buffer, buffer, count);
            case BROADCAST -> List.of(buffer, count);
            case SEND, RECEIVE -> List.of(buffer, count, parameter("int", Kind.INT, "", true));
            case BARRIER -> List.of();
        };
    }

    private static ParameterSpec parameter(String type, Kind kind, String element, boolean peer) {
        return new ParameterSpec("p", type, kind, element, false, peer, false);
    }
}
