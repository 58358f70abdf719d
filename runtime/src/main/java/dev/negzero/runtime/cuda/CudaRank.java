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
import dev.negzero.runtime.group.Progress;
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
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One rank of the CUDA engine: a GPU's stream and memory.
 *
 * <p>Ranks meet, and report what is wrong on the host, through control regions in host memory, as on the host engine.
 * Kernels report into control regions in device memory; {@link Stage} looks there behind each transfer and each wait.
 */
final class CudaRank implements RankPort, Progress.Counting {
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

    /**
     * A rank with a stream of its own. The calling thread's context changes.
     *
     * @throws dev.negzero.runtime.LoadingException NZ838 if the device has no memory left; then nothing stays allocated
     */
    static CudaRank open(int index, EngineSetup setup, CudaEngine engine, Driver driver, Parts parts) {
        try (Undo taken = new Undo()) {
            driver.use(parts.gpu().context());
            long stream = driver.createStream();
            taken.with(() -> driver.destroyStream(stream));
            taken.with(parts.arena()::close);
            CudaRank rank = new CudaRank(index, setup, engine, driver, parts, stream);
            taken.keep();
            return rank;
        }
    }

    /** Creates the control region and what is needed beside it; zeroes the former. */
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
        driver.use(gpu.context());
        this.stream = stream;
        this.parts = parts;
        symmetric = new SymmetricTable(this, setup.size());
        try (Undo taken = new Undo()) {
            control = arena.allocate(ControlLayout.TOTAL);
            taken.with(() -> arena.free(control));
            audience = new long[] {control};
            stage = new Stage(this, driver);
            taken.with(stage::close);
            alarm = new Alarm(driver);
            taken.with(alarm::close);
            graphs = new Graphs(driver, stream);
            taken.with(graphs::close);
            order = driver.createEvent(false);
            taken.with(() -> driver.destroyEvent(order));
            clearControl();
            directory.publish(Directory.CONTROL, index, control);
            taken.keep();
        }
        parts.circle().add(this);
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
        return sharing(region, () -> {
            long address = share(region, bytes);
            driver.fill(address, 0, (bytes + 3) / 4, stream);
            stage.drain();
            rendezvous.meet(agreement);
            symmetric.put(region, addresses(region));
            rendezvous.meet(agreement);
            return new CudaMemory(this, address, bytes, region);
        });
    }

    @Override
    public synchronized DomainPort connect(Kernels kernels, Agreement agreement) {
        settle(agreement);
        int region = nextRegion++;
        return sharing(region, () -> connect(region, kernels, agreement));
    }

    private CudaDomain connect(int region, Kernels kernels, Agreement agreement) {
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

    /** Where a rank fails, its peers do as well; when all of them have given the region up it is freed. */
    private <T> T sharing(int region, Supplier<T> step) {
        try {
            return step.get();
        } catch (RuntimeException e) {
            directory.close(region, index);
            throw e;
        }
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

    /** This rank, and what it is as a member of subgroups. */
    Stream<CudaRank> all() {
        return Stream.concat(Stream.of(this), subgroups.all());
    }

    @Override
    public Object circle() {
        return parts.circle();
    }

    @Override
    public synchronized Progress progress() {
        return new Progress(rendezvous.step(), nextRegion, subgroups.next());
    }

    @Override
    public synchronized void resume(Progress progress) {
        rendezvous.resume(progress.step());
        nextRegion = progress.region();
        subgroups.resume(progress.split());
    }

    /** Forgets faults and initialises the domains again. The stream is idle. */
    synchronized void reset() {
        use();
        // A word of the alarm that came later would make the next call leave.
        await(alarm::quiet);
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
