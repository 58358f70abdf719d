package dev.negzero.tests.gpu;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.Protocol;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.annotations.Scope;
import dev.negzero.plan.Algorithm;
import dev.negzero.plan.AutoRow;
import dev.negzero.plan.KernelPlan;
import dev.negzero.plan.KernelPlanner;
import dev.negzero.plan.KernelVariant;
import dev.negzero.plan.MethodPlan;
import dev.negzero.plan.Tuning;
import dev.negzero.spec.CollectiveSpec;
import dev.negzero.spec.MethodSpec;
import dev.negzero.spec.Operation;
import dev.negzero.spec.Signature;
import dev.negzero.spec.TypeShape;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Plans for tests, made by the planner; a method that is to take one algorithm is cut down to the kernel of that one. */
final class GpuPlans {
    private static final Signature SIGNATURE = new Signature("void", List.of(), List.of(), List.of());

    private final int groupSize;
    private final List<MethodSpec> methods = new ArrayList<>();
    private final Map<String, Algorithm> forced = new HashMap<>();
    private long maxBytes = 1 << 20;
    private boolean verify = true;
    private Scope scope = Scope.SYSTEM;
    private Tuning tuning = Tuning.shipped();

    private GpuPlans(int groupSize) {
        this.groupSize = groupSize;
    }

    static GpuPlans of(int groupSize) {
        return new GpuPlans(groupSize);
    }

    /** Every way of a dtype, in methods named after them. */
    static GpuPlans ways(int groupSize, DType dtype, ReduceOp op) {
        GpuPlans plans = of(groupSize);
        for (Way way : Way.values()) {
            plans.reduce(way.name(), dtype, op, way);
        }
        return plans;
    }

    GpuPlans maxBytes(long bytes) {
        maxBytes = bytes;
        return this;
    }

    GpuPlans unverified() {
        verify = false;
        return this;
    }

    GpuPlans scope(Scope value) {
        scope = value;
        return this;
    }

    GpuPlans tuning(Tuning value) {
        tuning = value;
        return this;
    }

    GpuPlans reduce(String name, DType dtype, ReduceOp op, Way way) {
        way.algorithm.ifPresent(algorithm -> forced.put(name, algorithm));
        return add(name, Operation.ALL_REDUCE, dtype, op, way.protocol, "(DeviceBuffer,DeviceBuffer,long)");
    }

    GpuPlans auto(String name, DType dtype, ReduceOp op) {
        return add(name, Operation.ALL_REDUCE, dtype, op, Protocol.AUTO, "(DeviceBuffer,DeviceBuffer,long)");
    }

    /** A sum or movement of any kind, by one of the algorithms that AUTO has for it. */
    GpuPlans only(String name, Operation operation, DType dtype, Algorithm algorithm) {
        forced.put(name, algorithm);
        return auto(name, operation, dtype);
    }

    GpuPlans auto(String name, Operation operation, DType dtype) {
        return add(name, operation, dtype, ReduceOp.SUM, Protocol.AUTO, "(" + operation + ")");
    }

    GpuPlans barrier(String name) {
        return add(name, Operation.BARRIER, DType.F32, ReduceOp.SUM, Protocol.SIGNAL, "()");
    }

    private GpuPlans add(
            String name, Operation operation, DType dtype, ReduceOp op, Protocol protocol, String parameters) {
        methods.add(new MethodSpec(
                name,
                name + parameters,
                List.of("Gpu"),
                List.of(operation),
                op,
                protocol,
                List.of(dtype),
                16 / dtype.bytes(),
                maxBytes,
                MethodSpec.NO_ROOT,
                Set.of(),
                SIGNATURE));
        return this;
    }

    KernelPlan plan() {
        List<MethodSpec> sorted = new ArrayList<>(methods);
        sorted.sort(Comparator.comparing(MethodSpec::name));
        MethodSpec first = sorted.get(0);
        KernelPlan plan = new KernelPlanner(tuning)
                .plan(new CollectiveSpec(
                        "dev.negzero.tests.gpu",
                        "Gpu",
                        "Gpu",
                        TypeShape.PLAIN,
                        first.dtype(),
                        first.width(),
                        groupSize,
                        scope,
                        first.maxBytes(),
                        verify,
                        sorted,
                        List.of()));
        return new KernelPlan(
                plan.packageName(),
                plan.flatName(),
                plan.sourceName(),
                plan.groupSize(),
                plan.scope(),
                plan.verify(),
                plan.layout(),
                plan.methods().stream().map(this::cut).toList());
    }

    private MethodPlan cut(MethodPlan method) {
        Algorithm algorithm = forced.get(method.name());
        if (algorithm == null) {
            return method;
        }
        KernelVariant variant = method.variant(algorithm);
        return method.with(
                List.of(variant), List.of(new AutoRow("any", variant.limitBytes(), algorithm, "forced by the test")));
    }

    static int index(KernelPlan plan, String name) {
        return plan.methods().stream()
                .filter(method -> method.name().equals(name))
                .findFirst()
                .orElseThrow()
                .index();
    }
}
