package dev.negzero.runtime;

import dev.negzero.plan.CallLayout;
import dev.negzero.plan.KernelVariant;
import dev.negzero.plan.MethodPlan;
import dev.negzero.runtime.engine.DomainPort;
import dev.negzero.runtime.engine.FaultSignal;
import dev.negzero.runtime.engine.Memory;
import dev.negzero.spec.Counts;
import dev.negzero.spec.Operation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The way of one rank's calls from their arguments to the engine: checked, routed, then recorded, held or launched. */
final class Calls {
    private final Communicator communicator;
    private final Rank rank;
    private final List<MethodPlan> methods;
    private final Routes[] routes;
    private final DomainPort domain;
    private final Extents extents;
    private final CallChecks checks;
    private @Nullable MethodPlan lastMethod;
    private @Nullable KernelVariant lastVariant;
    private long lastBytes;
    private int lastEpoch;

    Calls(Communicator communicator, Rank rank, List<MethodPlan> methods, Routes[] routes, DomainPort domain) {
        this.communicator = communicator;
        this.rank = rank;
        this.methods = methods;
        this.routes = routes;
        this.domain = domain;
        int ranks = rank.group().size();
        extents = new Extents(ranks, rank.index());
        checks = new CallChecks(rank, ranks, extents);
    }

    /** A call with one count. */
    void call(
            int index,
            Operation operation,
            @Nullable DeviceBuffer<?> in,
            @Nullable DeviceBuffer<?> out,
            long count,
            int root) {
        MethodPlan method = method(index, operation, Counts.ONE);
        rank(method, root);
        checked(method, in, out, count, root, null);
    }

    /** A call with a count for each rank or pair; they are copied, so the caller may change the array afterwards. */
    void call(
            int index,
            Operation operation,
            Counts kind,
            @Nullable DeviceBuffer<?> in,
            @Nullable DeviceBuffer<?> out,
            long @Nullable [] counts) {
        MethodPlan method = method(index, operation, kind);
        long[] own = counts == null ? null : counts.clone();
        long largest = checks.counts(method, own);
        checked(method, in, out, largest, CallLayout.NO_ROOT, own);
    }

    /** A call without data. */
    void call(int index, Operation operation) {
        MethodPlan method = method(index, operation, Counts.ONE);
        issue(method, routes[index].select(0), null, null, 0, CallLayout.NO_ROOT, null, 0);
    }

    private MethodPlan method(int index, Operation operation, Counts counts) {
        MethodPlan method = index >= 0 && index < methods.size() ? methods.get(index) : null;
        if (method == null || method.operation() != operation || method.counts() != counts) {
            String what = counts == Counts.ONE ? "" + operation : operation + " " + counts;
            throw RuntimeProblem.METHOD.argument(
                    what + " of method " + index + ", which is " + (method == null ? "not there" : describe(method)));
        }
        communicator.requireOpen("a call");
        return method;
    }

    private static String describe(MethodPlan method) {
        String counts = method.counts() == Counts.ONE ? "" : " " + method.counts();
        return method.operation() + counts + " " + method.key();
    }

    private void rank(MethodPlan method, int root) {
        if (method.operation().isRooted()) {
            checks.root(method, root);
        } else if (method.operation().isHandOff()) {
            checks.peer(method, root);
        }
    }

    private void checked(
            MethodPlan method,
            @Nullable DeviceBuffer<?> in,
            @Nullable DeviceBuffer<?> out,
            long count,
            int root,
            long @Nullable [] counts) {
        Operation operation = method.operation();
        boolean reads = extents.reads(operation, root);
        boolean writes = extents.writes(operation, root);
        if (reads) {
            checks.buffer(method, operation.inputName(), in);
        }
        if (writes) {
            checks.buffer(method, operation.outputName(), out);
        }
        checks.count(method, count);
        DeviceBuffer<?> from = reads ? in : null;
        DeviceBuffer<?> to = writes ? out : null;
        room(method, from, to, count, counts);
        long bytes = count * method.dtype().bytes();
        KernelVariant variant = routes[method.index()].select(bytes);
        if (count != 0) {
            issue(method, variant, from, to, count, root, counts, bytes);
        }
    }

    private void room(
            MethodPlan method,
            @Nullable DeviceBuffer<?> in,
            @Nullable DeviceBuffer<?> out,
            long count,
            long @Nullable [] counts) {
        Operation operation = method.operation();
        long read = extents.input(operation, count, counts);
        long written = extents.output(operation, count, counts);
        if (in != null) {
            checks.room(method, operation.inputName(), in, read, count);
        }
        if (out != null) {
            checks.room(method, operation.outputName(), out, written, count);
        }
        if (in != null && out != null) {
            checks.overlap(method, in, out, read, written, extents.inPlace(operation, count, counts));
        }
    }

    private void issue(
            MethodPlan method,
            KernelVariant variant,
            @Nullable DeviceBuffer<?> in,
            @Nullable DeviceBuffer<?> out,
            long count,
            int root,
            long @Nullable [] counts,
            long bytes) {
        Group group = rank.group();
        Recording recording = group.captures().current();
        if (recording != null) {
            recording.add(communicator, method, variant, in, out, count, root, counts, bytes);
        } else if (group.batches().active()) {
            rank.requireHealthy();
            group.batches()
                    .hold(rank.device(), () -> launch(method, variant, in, out, count, root, counts, bytes, false));
        } else {
            launch(method, variant, in, out, count, root, counts, bytes, true);
        }
    }

    private void launch(
            MethodPlan method,
            KernelVariant variant,
            @Nullable DeviceBuffer<?> in,
            @Nullable DeviceBuffer<?> out,
            long count,
            int root,
            long @Nullable [] counts,
            long bytes,
            boolean mayBlock) {
        Memory from = in == null ? null : memory(in);
        Memory to = out == null ? null : memory(out);
        long fromAt = in == null ? 0 : in.offset();
        long toAt = out == null ? 0 : out.offset();
        int epoch;
        try {
            epoch = domain.launch(method, variant, from, fromAt, to, toAt, count, root, counts, mayBlock);
        } catch (FaultSignal fault) {
            throw rank.exception(fault.record());
        }
        issued(method, variant, bytes, epoch);
    }

    /** A symmetric buffer is known to the peers of the group that it was made in, and to no other. */
    private Memory memory(DeviceBuffer<?> buffer) {
        return buffer.rank() == rank ? buffer.memory() : buffer.memory().unshared();
    }

    /** Remembers the last call, also when it was issued by a replay. */
    void issued(MethodPlan method, KernelVariant variant, long bytes, int epoch) {
        lastMethod = method;
        lastVariant = variant;
        lastBytes = bytes;
        lastEpoch = epoch;
    }

    /** How the last call was issued; null before the first. */
    @Nullable
    CallInfo last() {
        MethodPlan method = lastMethod;
        KernelVariant variant = lastVariant;
        if (method == null || variant == null) {
            return null;
        }
        return new CallInfo(method.key(), variant.algorithm(), lastBytes, lastEpoch);
    }
}
