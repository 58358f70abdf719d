package dev.negzero.runtime;

import dev.negzero.annotations.Protocol;
import dev.negzero.emit.KernelManifest;
import dev.negzero.plan.CallLayout;
import dev.negzero.plan.KernelPlan;
import dev.negzero.plan.KernelVariant;
import dev.negzero.plan.MethodPlan;
import dev.negzero.runtime.engine.DomainPort;
import dev.negzero.runtime.engine.Kernels;
import dev.negzero.spec.Counts;
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
    private final DomainPort domain;
    private final Calls calls;
    private volatile boolean closed;

    private Communicator(Rank rank, KernelPlan plan, Routes[] routes, DomainPort domain) {
        this.rank = rank;
        this.domain = domain;
        this.calls = new Calls(this, rank, plan.methods(), routes, domain);
        plan.methods().forEach(rank.group().faults()::name);
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
    public static Communicator open(Rank rank, Class<?> launcher, Launcher.Info info) {
        KernelManifest manifest = Manifests.load(launcher, info);
        return open(rank, generated(launcher, manifest), manifest.digest());
    }

    /**
     * Opens a launcher on all ranks of a group that live in this process, from one thread; see {@link #open}. An array, as a
     * compiler has less to do for a generated loop over one than for a loop over a list.
     *
     * @return one for each rank, in rank order
     */
    public static Communicator[] openAll(Group group, Class<?> launcher, Launcher.Info info) {
        KernelManifest manifest = Manifests.load(launcher, info);
        Kernels kernels = generated(launcher, manifest);
        return group.onEachRank(rank -> open(rank, kernels, manifest.digest())).toArray(Communicator[]::new);
    }

    private static Kernels generated(Class<?> launcher, KernelManifest manifest) {
        return Kernels.generated(manifest, path -> launcher.getResourceAsStream("/" + path));
    }

    /**
     * Opens a plan on a rank, without a launcher; otherwise as {@link #open(Rank, Class, Launcher.Info)}.
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
        calls.call(method, Operation.ALL_REDUCE, in, out, count, CallLayout.NO_ROOT);
    }

    /**
     * Reduces the r-th segments of all ranks' inputs into rank r's {@code out}. Asynchronous.
     *
     * @param method index of the method in the plan
     * @param in a segment for each rank, in rank order
     * @param out receives one segment; this rank's own in {@code in}, or not touching {@code in}
     * @param countPerRank elements of a segment, the same on all ranks; 0 does nothing
     * @throws ArgumentException NZ605, NZ607 .. NZ613 for wrong arguments; nothing was enqueued
     * @throws StateException NZ604, NZ606, NZ621 if group, buffer or launcher are closed; nothing was enqueued
     * @throws CollectiveException if any rank has reported a fault
     */
    public void reduceScatter(int method, DeviceBuffer<?> in, DeviceBuffer<?> out, long countPerRank) {
        calls.call(method, Operation.REDUCE_SCATTER, in, out, countPerRank, CallLayout.NO_ROOT);
    }

    /**
     * Reduces {@code count} elements over all ranks into the root's {@code out}. Asynchronous.
     *
     * @param method index of the method in the plan
     * @param in this rank's elements
     * @param out receives the result on the root; exactly {@code in}, or not touching it; ignored elsewhere
     * @param count elements, the same on all ranks; 0 does nothing
     * @param root the root rank, the same on all ranks
     * @throws ArgumentException NZ605, NZ607 .. NZ613, NZ629 for wrong arguments; nothing was enqueued
     * @throws StateException NZ604, NZ606, NZ621 if group, buffer or launcher are closed; nothing was enqueued
     * @throws CollectiveException if any rank has reported a fault
     */
    public void reduce(int method, DeviceBuffer<?> in, @Nullable DeviceBuffer<?> out, long count, int root) {
        calls.call(method, Operation.REDUCE, in, out, count, root);
    }

    /**
     * Collects all ranks' elements, in rank order, in every rank's {@code out}. Asynchronous.
     *
     * @param method index of the method in the plan
     * @param in this rank's elements; its own part of {@code out}, or not touching {@code out}
     * @param out receives a segment of each rank
     * @param countPerRank elements of each rank, the same on all ranks; 0 does nothing
     * @throws ArgumentException NZ605, NZ607 .. NZ613 for wrong arguments; nothing was enqueued
     * @throws StateException NZ604, NZ606, NZ621 if group, buffer or launcher are closed; nothing was enqueued
     * @throws CollectiveException if any rank has reported a fault
     */
    public void allGather(int method, DeviceBuffer<?> in, DeviceBuffer<?> out, long countPerRank) {
        calls.call(method, Operation.ALL_GATHER, in, out, countPerRank, CallLayout.NO_ROOT);
    }

    /**
     * Collects all ranks' elements, in rank order, in every rank's {@code out}; ranks may bring different numbers.
     * Asynchronous.
     *
     * @param method index of the method in the plan
     * @param in this rank's elements; its own part of {@code out}, or not touching {@code out}
     * @param out receives the elements of all ranks without gaps
     * @param counts elements of each rank, the same array on all ranks; copied. If all are 0 nothing happens
     * @throws ArgumentException NZ605, NZ607 .. NZ613, NZ631 for wrong arguments; nothing was enqueued
     * @throws StateException NZ604, NZ606, NZ621 if group, buffer or launcher are closed; nothing was enqueued
     * @throws CollectiveException if any rank has reported a fault
     */
    public void allGather(int method, DeviceBuffer<?> in, DeviceBuffer<?> out, long[] counts) {
        calls.call(method, Operation.ALL_GATHER, Counts.PER_RANK, in, out, counts);
    }

    /**
     * Copies the root's elements to every other rank. Asynchronous.
     *
     * @param method index of the method in the plan
     * @param inOut the elements; read on the root, written on the others
     * @param count elements, the same on all ranks; 0 does nothing
     * @param root the root rank, the same on all ranks
     * @throws ArgumentException NZ605, NZ607 .. NZ613, NZ629 for wrong arguments; nothing was enqueued
     * @throws StateException NZ604, NZ606, NZ621 if group, buffer or launcher are closed; nothing was enqueued
     * @throws CollectiveException if any rank has reported a fault
     */
    public void broadcast(int method, DeviceBuffer<?> inOut, long count, int root) {
        calls.call(method, Operation.BROADCAST, inOut, inOut, count, root);
    }

    /**
     * Copies the r-th segment of the root's {@code in} to rank r's {@code out}. Asynchronous.
     *
     * @param method index of the method in the plan
     * @param in on the root, a segment for each rank, in rank order; ignored elsewhere
     * @param out receives one segment; the root's own in {@code in}, or not touching {@code in}
     * @param countPerRank elements of a segment, the same on all ranks; 0 does nothing
     * @param root the root rank, the same on all ranks
     * @throws ArgumentException NZ605, NZ607 .. NZ613, NZ629 for wrong arguments; nothing was enqueued
     * @throws StateException NZ604, NZ606, NZ621 if group, buffer or launcher are closed; nothing was enqueued
     * @throws CollectiveException if any rank has reported a fault
     */
    public void scatter(int method, @Nullable DeviceBuffer<?> in, DeviceBuffer<?> out, long countPerRank, int root) {
        calls.call(method, Operation.SCATTER, in, out, countPerRank, root);
    }

    /**
     * Collects all ranks' elements, in rank order, in the root's {@code out}. Asynchronous.
     *
     * @param method index of the method in the plan
     * @param in this rank's elements; on the root its own part of {@code out}, or not touching {@code out}
     * @param out receives a segment of each rank on the root; ignored elsewhere
     * @param countPerRank elements of each rank, the same on all ranks; 0 does nothing
     * @param root the root rank, the same on all ranks
     * @throws ArgumentException NZ605, NZ607 .. NZ613, NZ629 for wrong arguments; nothing was enqueued
     * @throws StateException NZ604, NZ606, NZ621 if group, buffer or launcher are closed; nothing was enqueued
     * @throws CollectiveException if any rank has reported a fault
     */
    public void gather(int method, DeviceBuffer<?> in, @Nullable DeviceBuffer<?> out, long countPerRank, int root) {
        calls.call(method, Operation.GATHER, in, out, countPerRank, root);
    }

    /**
     * Copies segment t of every rank's {@code in} to rank t, which gets them in rank order. Asynchronous.
     *
     * @param method index of the method in the plan
     * @param in a segment for each rank, in rank order
     * @param out receives a segment of each rank; exactly {@code in}, or not touching it
     * @param countPerPair elements of a segment, the same on all ranks; 0 does nothing
     * @throws ArgumentException NZ605, NZ607 .. NZ613 for wrong arguments; nothing was enqueued
     * @throws StateException NZ604, NZ606, NZ621 if group, buffer or launcher are closed; nothing was enqueued
     * @throws CollectiveException if any rank has reported a fault
     */
    public void allToAll(int method, DeviceBuffer<?> in, DeviceBuffer<?> out, long countPerPair) {
        calls.call(method, Operation.ALL_TO_ALL, in, out, countPerPair, CallLayout.NO_ROOT);
    }

    /**
     * Copies a segment of every rank's {@code in} to every rank; each pair of ranks has a length of its own.
     * Asynchronous.
     *
     * @param method index of the method in the plan
     * @param in the segments for each rank, in rank order, without gaps
     * @param out receives the segments of each rank, in rank order, without gaps; doesn't touch {@code in}
     * @param counts at {@code from * size + to}, elements from one rank to another, the same array on all ranks; copied. If all
     *     are 0 nothing happens
     * @throws ArgumentException NZ605, NZ607 .. NZ613, NZ631 for wrong arguments; nothing was enqueued
     * @throws StateException NZ604, NZ606, NZ621 if group, buffer or launcher are closed; nothing was enqueued
     * @throws CollectiveException if any rank has reported a fault
     */
    public void allToAll(int method, DeviceBuffer<?> in, DeviceBuffer<?> out, long[] counts) {
        calls.call(method, Operation.ALL_TO_ALL, Counts.PER_PAIR, in, out, counts);
    }

    /**
     * Hands elements to another rank, which receives them. Complete when the other rank has read them. Asynchronous.
     *
     * @param method index of the method in the plan
     * @param in the elements
     * @param count how many, the same as the receiver says; 0 does nothing, and nothing is received
     * @param to the other rank
     * @throws ArgumentException NZ605, NZ607 .. NZ613, NZ630 for wrong arguments; nothing was enqueued
     * @throws StateException NZ604, NZ606, NZ621 if group, buffer or launcher are closed; nothing was enqueued
     * @throws CollectiveException if any rank has reported a fault
     */
    public void send(int method, DeviceBuffer<?> in, long count, int to) {
        calls.call(method, Operation.SEND, in, null, count, to);
    }

    /**
     * Takes the elements that another rank sends. Asynchronous.
     *
     * @param method index of the method in the plan
     * @param out receives the elements
     * @param count how many, the same as the sender says; 0 does nothing, and nothing is sent
     * @param from the other rank
     * @throws ArgumentException NZ605, NZ607 .. NZ613, NZ630 for wrong arguments; nothing was enqueued
     * @throws StateException NZ604, NZ606, NZ621 if group, buffer or launcher are closed; nothing was enqueued
     * @throws CollectiveException if any rank has reported a fault
     */
    public void receive(int method, DeviceBuffer<?> out, long count, int from) {
        calls.call(method, Operation.RECEIVE, null, out, count, from);
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
        calls.call(method, Operation.BARRIER);
    }

    void requireOpen(String what) {
        rank.group().requireOpen(what);
        if (closed) {
            throw RuntimeProblem.COMMUNICATOR_CLOSED.state(what);
        }
    }

    /** Remembers the last call, also when it was issued by a replay. */
    void issued(MethodPlan plan, KernelVariant variant, long bytes, int epoch) {
        calls.issued(plan, variant, bytes, epoch);
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
        return calls.last();
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
