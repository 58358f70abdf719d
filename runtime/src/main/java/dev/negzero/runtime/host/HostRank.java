package dev.negzero.runtime.host;

import dev.negzero.plan.ControlLayout;
import dev.negzero.plan.KernelPlan;
import dev.negzero.plan.SignalLayout;
import dev.negzero.runtime.RuntimeProblem;
import dev.negzero.runtime.engine.Agreement;
import dev.negzero.runtime.engine.DomainPort;
import dev.negzero.runtime.engine.EngineSetup;
import dev.negzero.runtime.engine.FaultSignal;
import dev.negzero.runtime.engine.Kernels;
import dev.negzero.runtime.engine.Memory;
import dev.negzero.runtime.engine.Probe;
import dev.negzero.runtime.engine.RankPort;
import dev.negzero.runtime.engine.RecordedCall;
import dev.negzero.runtime.engine.ReplayPort;
import dev.negzero.runtime.engine.Split;
import dev.negzero.runtime.group.Recovery;
import dev.negzero.runtime.group.Rendezvous;
import dev.negzero.runtime.signal.ControlRegion;
import dev.negzero.runtime.signal.FaultBoard;
import dev.negzero.runtime.signal.FaultRecord;
import dev.negzero.runtime.signal.SignalBuffer;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** One rank of the host engine. */
final class HostRank implements RankPort {
    /** All ranks' regions of one symmetric buffer. */
    private static final class Views {
        private final ByteBuffer[] ofRank;

        Views(ByteBuffer[] ofRank) {
            this.ofRank = ofRank;
        }
    }

    private final int index;
    private final EngineSetup setup;
    private final RegionStore store;
    private final FaultBoard board;
    private final Rendezvous rendezvous;
    private final Recovery recovery;
    private final RankStream stream;
    private final Waiter waiter;
    private final List<HostDomain> domains = new ArrayList<>();
    /** Views of all ranks' regions of a symmetric buffer, by region index. Of this rank only; replaced, never changed. */
    private volatile @Nullable Views[] symmetric = new Views[0];

    /** Subgroups that this rank is in, as their members. */
    private final List<Subgroup> subgroups = new CopyOnWriteArrayList<>();

    private volatile @Nullable Throwable failure;
    /** Index of the next collective allocation; the same on all ranks, as they allocate in the same order. */
    private int nextRegion = 1;
    /** Number of the next split; the same on all ranks, as they split in the same order. */
    private int nextSplit;

    /** This rank as a member of a subgroup, and that group's ranks by their numbers there. */
    private record Subgroup(HostRank rank, List<Integer> members) {}

    /** A rank whose own control region exists; attaches to its peers'. */
    HostRank(int index, EngineSetup setup, RegionStore store) {
        this(index, setup, store, new RankStream("negzero-rank-" + index + "-stream"));
    }

    private HostRank(int index, EngineSetup setup, RegionStore store, RankStream stream) {
        this.index = index;
        this.setup = setup;
        this.store = store;
        List<ControlRegion> regions = new ArrayList<>();
        for (int rank = 0; rank < setup.size(); rank++) {
            regions.add(new ControlRegion(store.attach(0, rank, ControlLayout.TOTAL)));
        }
        board = new FaultBoard(regions, index);
        rendezvous = new Rendezvous(regions, index, board, setup.deadlineNanos());
        recovery = new Recovery(regions, index, board, setup.deadlineNanos());
        this.stream = stream;
        waiter = new Waiter(index, setup.size(), board, setup.deadlineNanos());
    }

    RankStream stream() {
        return stream;
    }

    @Override
    public int index() {
        return index;
    }

    @Override
    public Memory allocate(long bytes) {
        return new HostMemory(this, RegionStore.allocate(bytes), 0);
    }

    @Override
    public void meet(Agreement agreement) {
        rendezvous.meet(agreement);
    }

    @Override
    public synchronized Memory allocateSymmetric(long bytes, Agreement agreement) {
        refuseIfFailed();
        int region = nextRegion++;
        ByteBuffer own = store.create(region, index, bytes);
        rendezvous.meet(agreement);
        name(region, new Views(attachAll(region, own, bytes)));
        rendezvous.meet(agreement);
        return new HostMemory(this, own, region);
    }

    @Override
    public synchronized DomainPort connect(Kernels kernels, Agreement agreement) {
        refuseIfFailed();
        KernelPlan plan = kernels.plan();
        int region = nextRegion++;
        SignalLayout layout = plan.layout();
        ByteBuffer own = store.create(region, index, layout.total());
        setup.probe().at(Probe.Point.BEFORE_INIT, index);
        setup.probe().preset(SignalBuffer.init(own, layout), index);
        setup.probe().at(Probe.Point.AFTER_INIT, index);
        rendezvous.meet(agreement);
        DomainBytes bytes = new DomainBytes(index, attachAll(region, own, layout.total()), layout);
        // Again, so that no rank closes its region before all have reached for it.
        rendezvous.meet(agreement);
        HostDomain domain = new HostDomain(this, region, plan, bytes, board, waiter, setup.probe());
        domains.add(domain);
        return domain;
    }

    private ByteBuffer[] attachAll(int region, ByteBuffer own, long bytes) {
        ByteBuffer[] views = new ByteBuffer[setup.size()];
        for (int rank = 0; rank < views.length; rank++) {
            views[rank] = rank == index ? own : store.attach(region, rank, bytes);
        }
        return views;
    }

    /** A peer's region of a symmetric buffer, as a descriptor names it. */
    ByteBuffer symmetric(int id, int peer) {
        @Nullable Views[] table = symmetric;
        Views views = id < table.length ? table[id] : null;
        if (views == null) {
            throw new IllegalStateException("rank " + peer + " names symmetric buffer " + id + ", which rank " + index
                    + " has closed; close symmetric buffers on all ranks behind the last call");
        }
        return views.ofRank[peer];
    }

    private synchronized void name(int id, @Nullable Views views) {
        @Nullable Views[] table = Arrays.copyOf(symmetric, Math.max(symmetric.length, id + 1));
        table[id] = views;
        symmetric = table;
    }

    /** Behind the calls issued so far, which may still look for peers' inputs. */
    void forget(int symmetricId) {
        stream.runLater(() -> {
            name(symmetricId, null);
            store.remove(symmetricId, index);
        });
    }

    synchronized void forget(HostDomain domain, int region) {
        domains.remove(domain);
        store.remove(region, index);
    }

    void runInOrder(Runnable task) {
        try {
            stream.runInOrder(task);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new FaultSignal(board.report(FaultRecord.abort(index, 0)));
        }
    }

    @Override
    public synchronized Split split(int color, Agreement agreement) {
        rendezvous.meet(agreement);
        List<Integer> members = Split.members(rendezvous.exchange(color), index);
        int number = nextSplit++;
        RegionStore shared = store.subgroup("split" + number + "." + color);
        int member = members.indexOf(index);
        shared.create(0, member, ControlLayout.TOTAL);
        // Behind it all members' control regions are there.
        rendezvous.meet(agreement);
        EngineSetup part = new EngineSetup(members.size(), setup.deadlineNanos(), setup.probe());
        Subgroup subgroup = new Subgroup(new HostRank(member, part, shared, stream), members);
        subgroups.add(subgroup);
        // Again, so that no member closes its region before all have reached for it.
        rendezvous.meet(agreement);
        return new Split(number, subgroup.rank(), members, () -> leave(subgroup));
    }

    private void leave(Subgroup subgroup) {
        if (subgroups.remove(subgroup)) {
            subgroup.rank().leaveAll();
            subgroup.rank().store.removeAll(subgroup.rank().index);
        }
    }

    private void leaveAll() {
        subgroups.forEach(this::leave);
    }

    @Override
    public ReplayPort capture(List<RecordedCall> calls, Agreement agreement) {
        rendezvous.meet(agreement);
        return new HostReplay(this, calls);
    }

    @Override
    public Memory wrap(long address, long bytes) {
        throw RuntimeProblem.EXTERNAL_ENGINE.state(
                String.format("%d bytes at 0x%x for the host engine", bytes, address));
    }

    @Override
    public void waitForStream(long stream) {
        throw RuntimeProblem.EXTERNAL_ENGINE.state(String.format("stream 0x%x for the host engine", stream));
    }

    @Override
    public void makeStreamWait(long stream) {
        waitForStream(stream);
    }

    /** Refuses to go on when a rank has reported a fault. */
    void refuseIfFailed() {
        FaultRecord fault = fault();
        if (fault != null) {
            throw new FaultSignal(fault);
        }
    }

    @Override
    public void enter() {
        stream.own(Thread.currentThread());
    }

    @Override
    public void leave() {
        stream.own(null);
    }

    @Override
    public boolean busy() {
        return stream.busy();
    }

    @Override
    public void drain() {
        runInOrder(() -> {});
    }

    @Override
    public @Nullable FaultRecord fault() {
        FaultRecord own = board.fault();
        return own == null && !subgroups.isEmpty() ? faultOfSubgroup() : own;
    }

    private @Nullable FaultRecord faultOfSubgroup() {
        for (Subgroup subgroup : subgroups) {
            FaultRecord fault = subgroup.rank().fault();
            if (fault != null) {
                return fault.in(subgroup.members());
            }
        }
        return null;
    }

    @Override
    public @Nullable Throwable failure() {
        return failure;
    }

    /** A queued call failed by a bug or for want of memory; the peers have been told. */
    void fail(Throwable cause) {
        failure = cause;
    }

    @Override
    public void abort() {
        if (board.fault() == null) {
            board.report(FaultRecord.abort(index, 0));
        }
        subgroups.forEach(subgroup -> subgroup.rank().abort());
    }

    /** Tells the peers what they need to know for a reset. The stream is idle. */
    synchronized void offer() {
        recovery.offer(nextRegion, nextSplit);
        subgroups.forEach(subgroup -> subgroup.rank().offer());
    }

    /** Resets together with peers that are other processes. */
    void resetWithPeers() {
        recovery.meet(this::reset);
    }

    /** Forgets faults and initialises the domains again. All ranks are idle and have made their offers. */
    synchronized void reset() {
        nextRegion = recovery.regions();
        nextSplit = recovery.splits();
        rendezvous.restart();
        domains.forEach(HostDomain::init);
        board.clear();
        failure = null;
        subgroups.forEach(subgroup -> subgroup.rank().reset());
    }

    void close() {
        leaveAll();
        stream.close();
    }
}
