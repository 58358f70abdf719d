package dev.negzero.runtime.cuda;

import dev.negzero.plan.ControlLayout;
import dev.negzero.plan.KernelPlan;
import dev.negzero.runtime.RuntimeProblem;
import dev.negzero.runtime.engine.Agreement;
import dev.negzero.runtime.engine.DomainPort;
import dev.negzero.runtime.engine.EngineSetup;
import dev.negzero.runtime.engine.FaultSignal;
import dev.negzero.runtime.engine.Kernels;
import dev.negzero.runtime.engine.Memory;
import dev.negzero.runtime.engine.RankPort;
import dev.negzero.runtime.engine.RecordedCall;
import dev.negzero.runtime.engine.ReplayPort;
import dev.negzero.runtime.engine.Split;
import dev.negzero.runtime.group.Recovery;
import dev.negzero.runtime.group.Rendezvous;
import dev.negzero.runtime.signal.ControlRegion;
import dev.negzero.runtime.signal.FaultBoard;
import dev.negzero.runtime.signal.FaultRecord;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One rank of the CUDA engine: a GPU's stream and memory.
 *
 * <p>Ranks meet, and report what is wrong on the host, through control regions in host memory, as on the host engine.
 * Kernels report into control regions in device memory; {@link Stage} looks there behind each transfer and each wait.
 */
final class CudaRank implements RankPort {
    private static final int SPINS = 20_000;
    private static final long PAUSE_NANOS = 20_000;
    private static final long PUBLISH_NANOS = 1_000_000_000;

    /**
     * What a rank is made of.
     *
     * @param arena its memory on the GPU
     * @param regions control regions of all ranks in host memory
     * @param directory where the ranks' regions in device memory are
     * @param circle the ranks of this process
     */
    record Parts(Gpu gpu, Arena arena, List<ControlRegion> regions, Directory directory, Circle circle) {}

    private final int index;
    private final EngineSetup setup;
    private final CudaEngine engine;
    private final Driver driver;
    private final Gpu gpu;
    private final List<ControlRegion> regions;
    private final Directory directory;
    private final Parts parts;
    private final CudaSubgroups subgroups = new CudaSubgroups();
    private final FaultBoard board;
    private final Rendezvous rendezvous;
    private final Recovery recovery;
    private final Arena arena;
    private final long stream;
    private final Stage stage;
    private final Alarm alarm;
    private final SymmetricTable symmetric;
    private final Graphs graphs;
    /** Puts streams of others before or behind the own one. */
    private final long order;

    private final long control;
    /** Control regions of the kernels that this rank's alarm reaches. */
    private volatile long[] audience;

    private final List<CudaDomain> domains = new ArrayList<>();
    /** Shared regions of this rank that are not freed yet, by their number. */
    private final Map<Integer, Long> shared = new HashMap<>();
    /** Number of the next collective allocation; the same on all ranks, as they allocate in the same order. */
    private int nextRegion = 1;

    /** Creates the rank's stream and control region; zeroes the latter. The calling thread's context changes. */
    CudaRank(int index, EngineSetup setup, CudaEngine engine, Driver driver, Parts parts) {
        this(index, setup, engine, driver, parts, newStream(driver, parts.gpu()));
    }

    private CudaRank(int index, EngineSetup setup, CudaEngine engine, Driver driver, Parts parts, long stream) {
        this.index = index;
        this.setup = setup;
        this.engine = engine;
        this.driver = driver;
        gpu = parts.gpu();
        arena = parts.arena();
        regions = List.copyOf(parts.regions());
        directory = parts.directory();
        board = new FaultBoard(regions, index);
        rendezvous = new Rendezvous(regions, index, board, setup.deadlineNanos());
        recovery = new Recovery(regions, index, board, setup.deadlineNanos());
        driver.use(gpu.context());
        this.stream = stream;
        this.parts = parts;
        control = arena.allocate(ControlLayout.TOTAL);
        audience = new long[] {control};
        stage = new Stage(this, driver);
        alarm = new Alarm(driver);
        symmetric = new SymmetricTable(this, setup.size());
        graphs = new Graphs(driver, stream);
        order = driver.createEvent(false);
        clearControl();
        directory.publish(Directory.CONTROL, index, control);
        parts.circle().add(this);
    }

    private static long newStream(Driver driver, Gpu gpu) {
        driver.use(gpu.context());
        return driver.createStream();
    }

    /** This rank as a member of a subgroup: the same stream and memory, control regions of its own. */
    CudaRank member(int member, EngineSetup subsetup, Parts subparts) {
        return new CudaRank(member, subsetup, engine, driver, subparts, stream);
    }

    /**
     * Reaches for the control regions of peers that are other processes. Collective.
     *
     * @return number of a region that the ranks may use to prove that they reach each other
     */
    int reachPeers() {
        meet("control regions");
        audience = addresses(Directory.CONTROL);
        return nextRegion++;
    }

    private void clearControl() {
        driver.fill(control, 0, ControlLayout.TOTAL / 4, stream);
        stage.drain();
    }

    /** Makes the rank's context the calling thread's. */
    void use() {
        driver.use(gpu.context());
    }

    Gpu gpu() {
        return gpu;
    }

    EngineSetup setup() {
        return setup;
    }

    Driver driver() {
        return driver;
    }

    long stream() {
        return stream;
    }

    Arena arena() {
        return arena;
    }

    Stage stage() {
        return stage;
    }

    SymmetricTable symmetric() {
        return symmetric;
    }

    /** Address of the rank's control region in device memory. */
    long control() {
        return control;
    }

    @Override
    public int index() {
        return index;
    }

    @Override
    public Memory allocate(long bytes) {
        long address = arena.allocate(bytes);
        use();
        driver.fill(address, 0, (bytes + 3) / 4, stream);
        return new CudaMemory(this, address, bytes, 0);
    }

    /** Gives a buffer's memory back. */
    void release(CudaMemory memory) {
        if (memory.symmetricId() == 0) {
            arena.free(memory.address());
        } else {
            directory.close(memory.symmetricId(), index);
        }
    }

    @Override
    public void meet(Agreement agreement) {
        rendezvous.meet(agreement);
    }

    /** Waits for all ranks to come to the same step. Collective. */
    void meet(String step) {
        meet(Agreement.on(step, step));
    }

    @Override
    public synchronized Memory allocateSymmetric(long bytes, Agreement agreement) {
        settle(agreement);
        int region = nextRegion++;
        long address = share(region, bytes);
        driver.fill(address, 0, (bytes + 3) / 4, stream);
        stage.drain();
        rendezvous.meet(agreement);
        symmetric.put(region, addresses(region));
        rendezvous.meet(agreement);
        return new CudaMemory(this, address, bytes, region);
    }

    @Override
    public synchronized DomainPort connect(Kernels kernels, Agreement agreement) {
        settle(agreement);
        int region = nextRegion++;
        KernelPlan plan = kernels.plan();
        engine.requireScope(plan);
        KernelTable table = KernelTable.load(kernels, this, engine.library());
        CudaDomain domain = new CudaDomain(
                this, region, plan, table, share(region, plan.layout().total()));
        domain.init(setup.probe());
        rendezvous.meet(Agreement.on(agreement.subject(), agreement.digest() + ", " + table.caps()));
        domain.reach(addresses(region), addresses(Directory.CONTROL));
        rendezvous.meet(agreement);
        domains.add(domain);
        return domain;
    }

    /**
     * Comes to a state in which nothing waits for anything: all ranks have issued what they had to, and all of it is
     * done. What follows may wait for all kernels of a GPU (allocating, loading), so none of them may be waiting for a
     * call that some rank has yet to issue.
     */
    private void settle(Agreement agreement) {
        rendezvous.meet(agreement);
        stage.drain();
        rendezvous.meet(agreement);
        // Whoever wrote into these has finished.
        shared.entrySet().removeIf(entry -> {
            boolean over = directory.closedByAll(entry.getKey());
            if (over) {
                arena.free(entry.getValue());
                directory.forget(entry.getKey());
            }
            return over;
        });
        use();
        graphs.destroyRetired();
    }

    private long share(int region, long bytes) {
        long address = arena.allocate(bytes);
        shared.put(region, address);
        directory.publish(region, index, address);
        return address;
    }

    private long[] addresses(int region) {
        long[] addresses = new long[setup.size()];
        for (int rank = 0; rank < addresses.length; rank++) {
            addresses[rank] = directory.address(region, rank);
        }
        return addresses;
    }

    synchronized void forget(CudaDomain domain, int region) {
        domains.remove(domain);
        directory.close(region, index);
    }

    @Override
    public synchronized Split split(int color, Agreement agreement) {
        settle(agreement);
        Split split = subgroups.enter(this, parts, rendezvous.exchange(color));
        // Behind it all members have published their control regions.
        rendezvous.meet(agreement);
        CudaRank member = (CudaRank) split.port();
        if (parts.circle().spansProcesses()) {
            member.audience = member.addresses(Directory.CONTROL);
        }
        return split;
    }

    @Override
    public synchronized ReplayPort capture(List<RecordedCall> calls, Agreement agreement) {
        settle(agreement);
        long graph = graphs.make(calls);
        stage.drain();
        rendezvous.meet(agreement);
        return new CudaReplay(this, graphs, graph, calls);
    }

    @Override
    public Memory wrap(long address, long bytes) {
        use();
        int owner = driver.owner(address);
        if (owner != gpu.ordinal()) {
            throw RuntimeProblem.EXTERNAL_MEMORY.argument(String.format(
                    "address 0x%x, which is %s; rank %d is on %s",
                    address, owner < 0 ? "no device memory" : "on GPU " + owner, index, gpu));
        }
        return CudaMemory.external(this, address, bytes);
    }

    @Override
    public synchronized void waitForStream(long other) {
        use();
        driver.record(order, other);
        driver.waitFor(order, stream);
    }

    @Override
    public synchronized void makeStreamWait(long other) {
        use();
        driver.record(order, stream);
        driver.waitFor(order, other);
    }

    /** Refuses to go on when a rank has reported a fault. */
    void refuseIfFailed() {
        FaultRecord fault = fault();
        if (fault != null) {
            throw new FaultSignal(fault);
        }
    }

    /** A launch needs no thread of its own; calls of any thread are asynchronous. */
    @Override
    public void enter() {
        use();
    }

    @Override
    public void leave() {}

    @Override
    public boolean busy() {
        use();
        return !driver.done(stream);
    }

    @Override
    public void drain() {
        stage.drain();
        subgroups.drain();
    }

    /**
     * Waits for the device. Bounded, as every wait in a kernel is.
     *
     * @throws FaultSignal if the calling thread was interrupted; it came back all the same, and the peers were told
     */
    void await(BooleanSupplier done) {
        if (interruptedIn(done)) {
            throw new FaultSignal(board.report(FaultRecord.abort(index, 0)));
        }
    }

    private boolean interruptedIn(BooleanSupplier done) {
        boolean interrupted = false;
        for (int round = 0; !done.getAsBoolean(); round++) {
            if (Thread.interrupted()) {
                interrupted = true;
                abort();
                use();
            }
            if (round < SPINS) {
                Thread.onSpinWait();
            } else {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return interrupted;
    }

    /** Takes over what kernels reported, each writer's record once, for all ranks of this process. */
    void merge(ByteBuffer snapshot, int writers) {
        ControlRegion seen = new ControlRegion(snapshot);
        for (int writer = 0; writer < regions.size(); writer++) {
            FaultRecord record = (writers >>> writer & 1) == 0 ? null : seen.record(writer);
            if (record == null) {
                continue;
            }
            if (regions.get(writer).claim()) {
                regions.forEach(region -> region.publish(record));
            } else {
                awaitPublished(record);
            }
        }
    }

    /**
     * Another rank is publishing the record right now; without it this rank would look sound for a moment. That rank may be
     * a process which was killed before it came to that: then this rank keeps the record for itself.
     */
    private void awaitPublished(FaultRecord record) {
        ControlRegion own = regions.get(index);
        long start = System.nanoTime();
        // The summary is stored last.
        while (own.record(record.rank()) == null || !own.failed()) {
            if (System.nanoTime() - start > PUBLISH_NANOS) {
                own.publish(record);
                return;
            }
            Thread.onSpinWait();
        }
    }

    @Override
    public @Nullable FaultRecord fault() {
        FaultRecord own = board.fault();
        return own == null ? subgroups.fault() : own;
    }

    @Override
    public @Nullable Throwable failure() {
        return null;
    }

    @Override
    public void abort() {
        if (board.fault() == null) {
            board.report(FaultRecord.abort(index, 0));
        }
        parts.circle().alarm();
        subgroups.abort();
    }

    /** Lets this rank's kernels, and those of peers in other processes, see that something is wrong. Doesn't wait. */
    void ring() {
        use();
        for (long region : audience) {
            alarm.ring(region);
        }
    }

    /** Tells the peers what they need to know for a reset. The stream is idle. */
    synchronized void offer() {
        use();
        // A word of the alarm that came to a rank later would make its next call leave.
        await(alarm::quiet);
        recovery.offer(nextRegion, subgroups.count());
        subgroups.offer();
    }

    /** Resets together with peers that are other processes. */
    void resetWithPeers() {
        recovery.meet(this::reset);
    }

    /** Forgets faults and initialises the domains again. All ranks are idle and have made their offers. */
    synchronized void reset() {
        use();
        nextRegion = recovery.regions();
        subgroups.count(recovery.splits());
        rendezvous.restart();
        clearControl();
        domains.forEach(CudaDomain::init);
        regions.get(index).clearFaults();
        subgroups.reset();
    }

    /** Waits until nothing of this rank runs any more. */
    void finish() {
        use();
        // An interrupt must not keep the memory; it stays pending for whoever called.
        interruptedIn(() -> driver.done(stream));
        interruptedIn(alarm::quiet);
        audience = new long[] {control};
        subgroups.finish();
    }

    /** Whether a rank has failed. */
    boolean failed() {
        return board.failed();
    }

    /** Frees everything, behind {@link #finish}. */
    void close() {
        closeMember();
        driver.destroyStream(stream);
        arena.close();
    }

    /** Frees what this rank has of its own where it shares stream and memory with the one that it is a member for. */
    void closeMember() {
        subgroups.close();
        use();
        graphs.close();
        driver.destroyEvent(order);
        alarm.close();
        stage.close();
    }
}
