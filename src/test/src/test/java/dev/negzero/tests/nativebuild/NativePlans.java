package dev.negzero.tests.nativebuild;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.Protocol;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.annotations.Scope;
import dev.negzero.plan.Algorithm;
import dev.negzero.plan.KernelPlan;
import dev.negzero.plan.KernelPlanner;
import dev.negzero.plan.KernelVariant;
import dev.negzero.plan.LaunchShape;
import dev.negzero.plan.MethodPlan;
import dev.negzero.plan.SignalLayout;
import dev.negzero.spec.CollectiveSpec;
import dev.negzero.spec.Counts;
import dev.negzero.spec.MethodSpec;
import dev.negzero.spec.Operation;
import dev.negzero.spec.ParameterSpec;
import dev.negzero.spec.Signature;
import dev.negzero.spec.TypeShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Plans for the native suites: real ones, but with blocks of 32 threads, few blocks, and regions of a few KiB. */
final class NativePlans {
    /** Threads of every block. */
    static final int THREADS = 32;

    private final int groupSize;
    private final List<MethodSpec> methods = new ArrayList<>();
    private boolean verify = true;
    private int blocks = 2;
    private long maxBytes = 6144;
    private long stagingBytes = 2048;

    private NativePlans(int groupSize) {
        this.groupSize = groupSize;
    }

    static NativePlans of(int groupSize) {
        return new NativePlans(groupSize);
    }

    /** Without call signatures. */
    NativePlans unverified() {
        verify = false;
        return this;
    }

    /** At most this many blocks a kernel. */
    NativePlans blocks(int most) {
        blocks = most;
        return this;
    }

    /** Longest Lamport and mailbox message, and bytes of the staging region. */
    NativePlans bytes(long message, long staging) {
        maxBytes = message;
        stagingBytes = staging;
        return this;
    }

    /** An all-reduce in all its algorithms. */
    NativePlans reduce(DType dtype, int width, ReduceOp op) {
        return reduce(dtype, width, op, Protocol.AUTO);
    }

    NativePlans reduce(DType dtype, int width, ReduceOp op, Protocol protocol) {
        return add(Operation.ALL_REDUCE, op, protocol, dtype, width, Counts.ONE);
    }

    /** An operation in all its algorithms; of a send, the receive as well. */
    NativePlans all(Operation operation, DType dtype, int width) {
        return by(Protocol.AUTO, operation, dtype, width);
    }

    /** An operation by one protocol; of a send, the receive as well. */
    NativePlans by(Protocol protocol, Operation operation, DType dtype, int width) {
        add(operation, ReduceOp.SUM, protocol, dtype, width, Counts.ONE);
        return operation == Operation.SEND
                ? add(Operation.RECEIVE, ReduceOp.SUM, protocol, dtype, width, Counts.ONE)
                : this;
    }

    /** An operation with a count for each rank or pair. */
    NativePlans counted(Protocol protocol, Operation operation, DType dtype, int width) {
        Counts counts = operation == Operation.ALL_TO_ALL ? Counts.PER_PAIR : Counts.PER_RANK;
        return add(operation, ReduceOp.SUM, protocol, dtype, width, counts);
    }

    NativePlans barrier(String name) {
        return add(name, Operation.BARRIER, ReduceOp.SUM, Protocol.SIGNAL, DType.F32, 1, Counts.ONE);
    }

    private NativePlans add(
            Operation operation, ReduceOp op, Protocol protocol, DType dtype, int width, Counts counts) {
        String name = String.join("_", operation.id(), op.name(), dtype + "x" + width, protocol.name(), counts.name());
        return add(name.toLowerCase(Locale.ROOT), operation, op, protocol, dtype, width, counts);
    }

    private NativePlans add(
            String name, Operation operation, ReduceOp op, Protocol protocol, DType dtype, int width, Counts counts) {
        List<ParameterSpec> parameters = counts == Counts.ONE
                ? List.of()
                : List.of(
                        new ParameterSpec("counts", "long[]", ParameterSpec.Kind.LONG_ARRAY, "", false, false, false));
        methods.add(new MethodSpec(
                name,
                name + "()",
                List.of("Native"),
                List.of(operation),
                op,
                protocol,
                List.of(dtype),
                width,
                maxBytes,
                MethodSpec.NO_ROOT,
                Set.of(),
                new Signature("void", List.of(), List.of(), parameters)));
        return this;
    }

    /** Every type and operator, packs of 4, 8 and 16 bytes, all algorithms. */
    static KernelPlan mixed(int groupSize) {
        return of(groupSize)
                .reduce(DType.BF16, 8, ReduceOp.SUM)
                .reduce(DType.BF16, 2, ReduceOp.PROD)
                .reduce(DType.F16, 4, ReduceOp.AVG)
                .reduce(DType.F32, 1, ReduceOp.MAX)
                .reduce(DType.F32, 4, ReduceOp.SUM)
                .reduce(DType.F16, 8, ReduceOp.MIN)
                .barrier("barrier")
                .plan();
    }

    /** Every operation by every protocol that can carry it, in the ten types. */
    static KernelPlan everyOperation(int groupSize) {
        return of(groupSize)
                .all(Operation.ALL_REDUCE, DType.F64, 2)
                .all(Operation.REDUCE_SCATTER, DType.F8E4M3, 8)
                .all(Operation.REDUCE_SCATTER, DType.F64, 1)
                .all(Operation.REDUCE, DType.F8E5M2, 4)
                .all(Operation.ALL_GATHER, DType.I8, 16)
                .all(Operation.BROADCAST, DType.F16, 4)
                .all(Operation.SCATTER, DType.U8, 8)
                .all(Operation.GATHER, DType.I32, 4)
                .all(Operation.ALL_TO_ALL, DType.F32, 2)
                .all(Operation.SEND, DType.I64, 2)
                .reduce(DType.BF16, 8, ReduceOp.SUM)
                .by(Protocol.MAILBOX, Operation.ALL_REDUCE, DType.BF16, 8)
                .by(Protocol.MAILBOX, Operation.BROADCAST, DType.F16, 8)
                .counted(Protocol.MAILBOX, Operation.ALL_GATHER, DType.BF16, 4)
                .counted(Protocol.SIGNAL, Operation.ALL_GATHER, DType.I32, 1)
                .counted(Protocol.MAILBOX, Operation.ALL_TO_ALL, DType.F16, 8)
                .counted(Protocol.SIGNAL, Operation.ALL_TO_ALL, DType.U8, 16)
                .barrier("barrier")
                .plan();
    }

    /** The plan as it ships, with shapes and regions of real size. */
    KernelPlan shipped() {
        CollectiveSpec spec = new CollectiveSpec(
                "dev.negzero.tests",
                "Native",
                "Native",
                TypeShape.PLAIN,
                DType.F32,
                1,
                groupSize,
                Scope.SYSTEM,
                maxBytes,
                verify,
                methods,
                List.of());
        return new KernelPlanner().plan(spec);
    }

    /** The plan with small blocks and regions. */
    KernelPlan plan() {
        KernelPlan plan = shipped();
        SignalLayout layout = plan.layout();
        return new KernelPlan(
                plan.packageName(),
                plan.flatName(),
                plan.sourceName(),
                groupSize,
                plan.scope(),
                verify,
                new SignalLayout(
                        groupSize,
                        blocks,
                        layout.mailboxWords(),
                        layout.tripleWords(),
                        layout.handoffWords(),
                        layout.handoffBlocks() == 0 ? 0 : blocks,
                        layout.handoffStagingBytes() == 0 ? 0 : stagingBytes,
                        layout.inboxBytes() == 0 ? 0 : Math.max(stagingBytes, 32L * groupSize),
                        layout.lamportBytes(),
                        layout.lamport64Bytes()),
                plan.methods().stream().map(this::small).toList());
    }

    private MethodPlan small(MethodPlan method) {
        return method.with(
                method.variants().stream()
                        .map(v -> new KernelVariant(
                                v.algorithm(),
                                v.entryPoint(),
                                v.limitBytes(),
                                new LaunchShape(THREADS, v.algorithm() == Algorithm.SIGNAL_BARRIER ? 1 : blocks, 1, 1)))
                        .toList(),
                method.auto());
    }
}
