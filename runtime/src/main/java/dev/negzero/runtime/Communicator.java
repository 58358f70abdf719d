package dev.negzero.runtime;

import dev.negzero.annotations.Protocol;
import dev.negzero.emit.KernelManifest;
import dev.negzero.plan.CallLayout;
import dev.negzero.plan.KernelPlan;
import dev.negzero.plan.KernelVariant;
import dev.negzero.plan.MethodPlan;
import dev.negzero.runtime.engine.DomainPort;
import dev.negzero.runtime.engine.FaultSignal;
import dev.negzero.runtime.engine.Kernels;
import dev.negzero.runtime.engine.Memory;
import dev.negzero.spec.Operation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One rank's side of one launcher: what generated launchers call.
 *
 * <p>Arguments are checked before anything is enqueued. Threads may share a communicator; their calls are put in some
 * order, which must be the same on all ranks where the calls differ.
 */
public final class Communicator implements AutoCloseable {
    private final Rank rank;
    private final List<MethodPlan> methods;
    private final Routes[] routes;
    private final DomainPort domain;
    private @Nullable MethodPlan lastMethod;
    private @Nullable KernelVariant lastVariant;
    private long lastBytes;
    private int lastEpoch;
    private volatile boolean closed;

    private Communicator(Rank rank, KernelPlan plan, Routes[] routes, DomainPort domain) {
        this.rank = rank;
        this.methods = plan.methods();
        this.routes = routes;
        this.domain = domain;
        plan.methods().forEach(method -> rank.group().faults().name(method.digest(), method.key()));
    }

    /**
     * Opens a launcher on a rank. Collective: every rank opens it, each on its own thread, in the same order among
     * launchers and symmetric buffers.
     *
     * @param launcher the generated class, beside whose resources the manifest is
     * @param info what it says of itself
     * @throws LoadingException NZ802 .. NZ807, NZ810, NZ811 if launcher, manifest, group and ranks don't fit together
     * @throws CollectiveException if a rank doesn't come within the deadline, or fails
     */
    public static Communicator open(Rank rank, Class<?> launcher, LauncherInfo info) {
        KernelManifest manifest = Manifests.load(launcher, info);
        return open(rank, generated(launcher, manifest), manifest.digest());
    }

    /** Opens a launcher on all ranks of a group that live in this process, from one thread; see {@link #open}. */
    public static List<Communicator> openAll(Group group, Class<?> launcher, LauncherInfo info) {
        KernelManifest manifest = Manifests.load(launcher, info);
        Kernels kernels = generated(launcher, manifest);
        return group.onEachRank(rank -> open(rank, kernels, manifest.digest()));
    }

    private static Kernels generated(Class<?> launcher, KernelManifest manifest) {
        return Kernels.generated(manifest, path -> launcher.getResourceAsStream("/" + path));
    }

    /**
     * Opens a plan on a rank, without a launcher; otherwise as {@link #open(Rank, Class, LauncherInfo)}.
     *
     * @param digest what ranks compare, so that all have the same plan
     */
    public static Communicator open(Rank rank, KernelPlan plan, String digest) {
        return open(rank, Kernels.of(plan), digest);
    }

    private static Communicator open(Rank rank, Kernels kernels, String digest) {
        KernelPlan plan = kernels.plan();
        Group group = rank.group();
        String name = plan.packageName().isEmpty() ? plan.sourceName() : plan.packageName() + "." + plan.sourceName();
        if (plan.groupSize() != group.size()) {
            throw RuntimeProblem.INTERFACE_SIZE.loading(
                    name + " with groupSize " + plan.groupSize() + ", a group of " + group.size());
        }
        Protocol override = Routes.override();
        Routes[] routes = plan.methods().stream()
                .map(method -> new Routes(method, group.implementation().arch(), override))
                .toArray(Routes[]::new);
        StringBuilder text = new StringBuilder("launcher " + name + ", manifest " + digest);
        for (Routes route : routes) {
            text.append(", ").append(route.algorithms());
        }
        DomainPort domain =
                rank.guard(() -> rank.port().connect(kernels, group.agreement("launcher " + name, text.toString())));
        return new Communicator(rank, plan, routes, domain);
    }

    /** Opens a plan on all ranks of a group that live in this process, from one thread. */
    public static List<Communicator> openAll(Group group, KernelPlan plan, String digest) {
        return group.onEachRank(rank -> open(rank, plan, digest));
    }

    /**
     * Reduces {@code count} elements over all ranks into every rank's {@code out}. Asynchronous.
     *
     * @param method index of the method in the plan
     * @param in this rank's elements
     * @param out receives the result; exactly {@code in}, or not touching it
     * @param count elements, the same on all ranks; 0 does nothing
     * @throws ArgumentException NZ605, NZ607 .. NZ613 for wrong arguments; nothing was enqueued
     * @throws StateException NZ604, NZ606, NZ621 if group, buffer or launcher are closed; nothing was enqueued
     * @throws CollectiveException if any rank has reported a fault
     */
    public void allReduce(int method, DeviceBuffer<?> in, DeviceBuffer<?> out, long count) {
        MethodPlan plan = method(method, Operation.ALL_REDUCE);
        requireOpen("a call");
        CallChecks.buffer(rank, plan, "in", in);
        CallChecks.buffer(rank, plan, "out", out);
        CallChecks.count(plan, in, out, count);
        long bytes = count * plan.dtype().bytes();
        KernelVariant variant = routes[method].select(bytes);
        if (count != 0) {
            issue(plan, variant, in, out, count, CallLayout.NO_ROOT, null, bytes);
        }
    }

    /**
     * Waits for all ranks. Asynchronous: what is issued behind it happens behind everything that any rank issued before
     * it.
     *
     * @param method index of the method in the plan
     * @throws ArgumentException NZ613 if that method is no barrier
     * @throws StateException NZ604, NZ621 if group or launcher are closed
     * @throws CollectiveException if any rank has reported a fault
     */
    public void barrier(int method) {
        MethodPlan plan = method(method, Operation.BARRIER);
        requireOpen("a call");
        issue(plan, routes[method].select(0), null, null, 0, CallLayout.NO_ROOT, null, 0);
    }

    private MethodPlan method(int index, Operation operation) {
        MethodPlan plan = index >= 0 && index < methods.size() ? methods.get(index) : null;
        if (plan == null || plan.operation() != operation) {
            throw RuntimeProblem.METHOD.argument(operation + " of method " + index + ", which is "
                    + (plan == null ? "not there" : plan.operation() + " " + plan.key()));
        }
        return plan;
    }

    void requireOpen(String what) {
        rank.group().requireOpen(what);
        if (closed) {
            throw RuntimeProblem.COMMUNICATOR_CLOSED.state(what);
        }
    }

    private void issue(
            MethodPlan plan,
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
            recording.add(this, plan, variant, in, out, count, root, counts, bytes);
        } else if (group.batches().active()) {
            rank.requireHealthy();
            group.batches().hold(() -> launch(plan, variant, in, out, count, root, counts, bytes, false));
        } else {
            launch(plan, variant, in, out, count, root, counts, bytes, true);
        }
    }

    private void launch(
            MethodPlan plan,
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
            epoch = domain.launch(plan, variant, from, fromAt, to, toAt, count, root, counts, mayBlock);
        } catch (FaultSignal fault) {
            throw rank.exception(fault.record());
        }
        issued(plan, variant, bytes, epoch);
    }

    /** A symmetric buffer is known to the peers of the group that it was made in, and to no other. */
    private Memory memory(DeviceBuffer<?> buffer) {
        return buffer.rank() == rank ? buffer.memory() : buffer.memory().unshared();
    }

    /** Remembers the last call, also when it was issued by a replay. */
    void issued(MethodPlan plan, KernelVariant variant, long bytes, int epoch) {
        lastMethod = plan;
        lastVariant = variant;
        lastBytes = bytes;
        lastEpoch = epoch;
    }

    DomainPort domain() {
        return domain;
    }

    /** The rank it was opened on. */
    public Rank rank() {
        return rank;
    }

    /** How the last call was issued; null before the first. Meaningful while one thread at a time uses this object. */
    public @Nullable CallInfo lastCall() {
        MethodPlan method = lastMethod;
        KernelVariant variant = lastVariant;
        if (method == null || variant == null) {
            return null;
        }
        return new CallInfo(method.key(), variant.algorithm(), lastBytes, lastEpoch);
    }

    /** Closes this rank's side, behind everything issued before. Close it on all ranks. Closing again does nothing. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            domain.close();
        }
    }
}
