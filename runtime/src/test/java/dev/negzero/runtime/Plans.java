package dev.negzero.runtime;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.Protocol;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.annotations.Scope;
import dev.negzero.plan.AutoRow;
import dev.negzero.plan.KernelPlan;
import dev.negzero.plan.KernelPlanner;
import dev.negzero.plan.MethodPlan;
import dev.negzero.spec.CollectiveSpec;
import dev.negzero.spec.Counts;
import dev.negzero.spec.MethodSpec;
import dev.negzero.spec.Operation;
import dev.negzero.spec.ParameterSpec;
import dev.negzero.spec.Signature;
import dev.negzero.spec.TypeShape;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Plans for tests, made by the planner from specs as the processor would write them. */
final class Plans {
    /** The planner doesn't look at it. */
    private static final Signature SIGNATURE = new Signature("void", List.of(), List.of(), List.of());

    /** All that the planner looks for: an array of counts. */
    private static final Signature MANY_COUNTS = new Signature(
            "void",
            List.of(),
            List.of(),
            List.of(new ParameterSpec("counts", "long[]", ParameterSpec.Kind.LONG_ARRAY, "", false, false, false)));

    private final int groupSize;
    private final List<MethodSpec> methods = new ArrayList<>();
    private final Map<String, Path> forced = new HashMap<>();
    private long maxBytes = 1 << 20;
    private boolean verify = true;

    private Plans(int groupSize) {
        this.groupSize = groupSize;
    }

    static Plans of(int groupSize) {
        return new Plans(groupSize);
    }

    /** For the methods that follow. */
    Plans maxBytes(long bytes) {
        maxBytes = bytes;
        return this;
    }

    Plans unverified() {
        verify = false;
        return this;
    }

    /** An all-reduce that takes one way, with packs as wide as they can be. */
    Plans reduce(String name, DType dtype, ReduceOp op, Path path) {
        forced.put(name, path);
        return reduce(name, dtype, op, path.protocol);
    }

    Plans reduce(String name, DType dtype, ReduceOp op, Protocol protocol) {
        return reduce(name, dtype, 16 / dtype.bytes(), op, protocol);
    }

    Plans reduce(String name, DType dtype, int width, ReduceOp op, Protocol protocol) {
        return add(name, Operation.ALL_REDUCE, dtype, width, op, protocol, "(DeviceBuffer,DeviceBuffer,long)");
    }

    Plans barrier(String name) {
        return add(name, Operation.BARRIER, DType.F32, 4, ReduceOp.SUM, Protocol.SIGNAL, "()");
    }

    /** A method of any operation, with packs as wide as they can be. */
    Plans call(String name, Operation operation, Counts counts, DType dtype, ReduceOp op, Protocol protocol) {
        Signature signature = counts == Counts.ONE ? SIGNATURE : MANY_COUNTS;
        return add(name, operation, dtype, 16 / dtype.bytes(), op, protocol, "(" + operation + ")", signature);
    }

    private Plans add(
            String name,
            Operation operation,
            DType dtype,
            int width,
            ReduceOp op,
            Protocol protocol,
            String parameters) {
        return add(name, operation, dtype, width, op, protocol, parameters, SIGNATURE);
    }

    private Plans add(
            String name,
            Operation operation,
            DType dtype,
            int width,
            ReduceOp op,
            Protocol protocol,
            String parameters,
            Signature signature) {
        methods.add(new MethodSpec(
                name,
                name + parameters,
                List.of("Sums"),
                List.of(operation),
                op,
                protocol,
                List.of(dtype),
                width,
                maxBytes,
                MethodSpec.NO_ROOT,
                Set.of(),
                signature));
        return this;
    }

    /** One all-reduce named {@code reduce}, that takes one way. */
    static KernelPlan single(int groupSize, DType dtype, ReduceOp op, Path path) {
        return of(groupSize).reduce("reduce", dtype, op, path).plan();
    }

    KernelPlan plan() {
        List<MethodSpec> sorted = new ArrayList<>(methods);
        sorted.sort(Comparator.comparing(MethodSpec::name));
        MethodSpec first = sorted.get(0);
        CollectiveSpec spec = new CollectiveSpec(
                "com.acme",
                "Sums",
                "Sums",
                TypeShape.PLAIN,
                first.dtype(),
                first.width(),
                groupSize,
                Scope.SYSTEM,
                first.maxBytes(),
                verify,
                sorted,
                List.of());
        KernelPlan plan = new KernelPlanner().plan(spec);
        List<MethodPlan> cut = plan.methods().stream().map(this::force).toList();
        return new KernelPlan(
                plan.packageName(),
                plan.flatName(),
                plan.sourceName(),
                plan.groupSize(),
                plan.scope(),
                plan.verify(),
                plan.layout(),
                cut);
    }

    /** Cuts the table of a signal method to one stage count. */
    private MethodPlan force(MethodPlan method) {
        Path path = forced.get(method.name());
        if (path == null || path.protocol != Protocol.SIGNAL) {
            return method;
        }
        return method.with(
                method.variants(), List.of(new AutoRow("any", Long.MAX_VALUE, path.algorithm, "forced by the test")));
    }

    /** Index of a method by name. */
    static int index(KernelPlan plan, String name) {
        return plan.methods().stream()
                .filter(method -> method.name().equals(name))
                .findFirst()
                .orElseThrow()
                .index();
    }
}
