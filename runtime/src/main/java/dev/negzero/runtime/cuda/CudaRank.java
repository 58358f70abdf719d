package dev.negzero.runtime.cuda;

import dev.negzero.plan.ControlLayout;
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
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One rank of the CUDA engine: a GPU's stream and memory.
 *
 * <p>Ranks meet, and report what is wrong on the host, through control regions in host memory, as on the host engine.
 * Kernels report into control regions in device memory; {@link Stage} looks there behind each transfer and each wait.
 */
final class CudaRank implements RankPort {
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
    private final Parts parts;
    private final CudaSubgroups subgroups = new CudaSubgroups(this);
    private final FaultBoard board;
    private final Recovery recovery;
    private final long stream;
    private final Backlog backlog;
    private final Stage stage;
    private final Alarm alarm;
    private final SymmetricTable symmetric;
    private final Graphs graphs;
    private final CudaSteps steps;
    private final ExternalWork external;
    private final long control;
    private final SharedRegions shared;

    /**
     * A rank with a stream of its own. The calling thread's context changes.
     *
     * @throws dev.negzero.runtime.LoadingException NZ838 if the device has no memory left; then nothing stays allocated
     */
    static CudaRank open(int index, EngineSetup setup, CudaEngine engine, Driver driver, Parts parts) {
        try (Undo taken = new Undo()) {
            long stream = parts.gpu().newStream(driver);
            taken.with(() -> driver.destroyStream(stream));
            taken.with(parts.arena()::close);
            CudaRank rank = new CudaRank(index, setup, engine, driver, parts, stream, new Backlog());
            taken.keep();
            return rank;
        }
    }

    /** Creates the control region and what is needed beside it; zeroes the former. */
    private CudaRank(
            int index, EngineSetup setup, CudaEngine engine, Driver driver, Parts parts, long stream, Backlog backlog) {
        this.index = index;
        this.setup = setup;
        this.engine = engine;
        this.driver = driver;
        gpu = parts.gpu();
        List<ControlRegion> regions = parts.regions();
        shared = new SharedRegions(parts.directory(), parts.arena(), index, setup.size());
        board = new FaultBoard(regions, index);
        recovery = new Recovery(regions, index, board, setup.deadlineNanos());
        driver.use(gpu.context());
        this.stream = stream;
        this.backlog = backlog;
        this.parts = parts;
        symmetric = new SymmetricTable(this, setup.size());
        try (Undo taken = new Undo()) {
            control = arena().allocate(ControlLayout.TOTAL);
            taken.with(() -> arena().free(control));
            stage = new Stage(this, driver, new KernelFaults(regions, index));
            taken.with(stage::close);
            alarm = new Alarm(driver, control);
            taken.with(alarm::close);
            graphs = new Graphs(driver, stream);
            taken.with(graphs::close);
            external = new ExternalWork(driver, gpu, stream);
            taken.with(external::close);
            clearControl();
            parts.directory().publish(Directory.CONTROL, index, control);
            taken.keep();
        }
        Rendezvous rendezvous = new Rendezvous(regions, index, board, setup.deadlineNanos());
        steps = new CudaSteps(this, engine, parts, rendezvous, graphs, subgroups);
        parts.circle().add(this);
    }

    /** This rank as a member of a subgroup: the same stream and memory, control regions of its own. */
    CudaRank member(int member, EngineSetup subsetup, Parts subparts) {
        return new CudaRank(member, subsetup, engine, driver, subparts, stream, backlog);
    }

    /**
     * Reaches for the control regions of peers that are other processes. Collective.
     *
     * @return number of a region that the ranks may use to prove that they reach each other
     */
    int reachPeers() {
        meet("control regions");
        reachControls();
        return shared.number();
    }

    /** Lets the alarm reach the kernels of all ranks, whose control regions are known. */
    void reachControls() {
        alarm.reach(shared.addresses(Directory.CONTROL));
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

    /** What was issued to the stream since somebody waited for it. */
    Backlog backlog() {
        return backlog;
    }

    Arena arena() {
        return parts.arena();
    }

    Stage stage() {
        return stage;
    }

    SymmetricTable symmetric() {
        return symmetric;
    }

    SharedRegions shared() {
        return shared;
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
        long address = arena().allocate(bytes);
        zero(address, bytes);
        return new CudaMemory(this, address, bytes, 0);
    }

    /** Zeroes a range, in stream order. */
    void zero(long address, long bytes) {
        use();
        driver.fill(address, 0, (bytes + 3) / 4, stream);
    }

    @Override
    public void meet(Agreement agreement) {
        steps.meet(agreement);
    }

    /** Waits for all ranks to come to the same step. Collective. */
    void meet(String step) {
        meet(Agreement.on(step, step));
    }

    @Override
    public synchronized Memory allocateSymmetric(long bytes, Agreement agreement) {
        return steps.allocateSymmetric(bytes, agreement);
    }

    @Override
    public synchronized DomainPort connect(Kernels kernels, Agreement agreement) {
        return steps.connect(kernels, agreement);
    }

    @Override
    public synchronized Split split(int color, Agreement agreement) {
        return steps.split(color, agreement);
    }

    @Override
    public synchronized ReplayPort capture(List<RecordedCall> calls, Agreement agreement) {
        return steps.capture(calls, agreement);
    }

    synchronized void forget(CudaDomain domain, int region) {
        steps.forget(domain, region);
    }

    @Override
    public Memory wrap(long address, long bytes) {
        external.requireOwn(address, index);
        return CudaMemory.external(this, address, bytes);
    }

    @Override
    public void waitForStream(long other) {
        external.waitFor(other);
    }

    @Override
    public void makeStreamWait(long other) {
        external.letWait(other);
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
            throw interrupted();
        }
    }

    /** What ends a wait of an interrupted thread, once the peers were told. */
    FaultSignal interrupted() {
        return new FaultSignal(board.report(FaultRecord.abort(index, 0)));
    }

    private boolean interruptedIn(BooleanSupplier done) {
        return DeviceWait.interruptedIn(done, () -> {
            abort();
            use();
        });
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
        alarm.ring();
    }

    /** Tells the peers what they need to know for a reset. The stream is idle. */
    synchronized void offer() {
        use();
        // A word of the alarm that came to a rank later would make its next call leave.
        await(alarm::quiet);
        recovery.offer(shared.count(), subgroups.count());
        subgroups.offer();
    }

    /** Resets together with peers that are other processes. */
    void resetWithPeers() {
        recovery.meet(this::reset);
    }

    /** Forgets faults and initialises the domains again. All ranks are idle and have made their offers. */
    synchronized void reset() {
        use();
        clearReports();
        restart();
    }

    /**
     * Empties the control regions on the device, those of subgroups too. Before anything else: what is done to the device
     * looks there, and would tell what it found to ranks that have forgotten it already.
     */
    void clearReports() {
        clearControl();
        subgroups.clearReports();
    }

    /** What is left of a reset when nothing is reported any more. */
    synchronized void restart() {
        shared.count(recovery.regions());
        subgroups.count(recovery.splits());
        steps.restart();
        board.clear();
        subgroups.restart();
    }

    /** Waits until nothing of this rank runs any more. */
    void finish() {
        use();
        // An interrupt must not keep the memory; it stays pending for whoever called.
        interruptedIn(() -> driver.done(stream));
        interruptedIn(alarm::quiet);
        alarm.reach(control);
        subgroups.finish();
    }

    /** Frees everything, behind {@link #finish}. */
    void close() {
        closeMember();
        driver.destroyStream(stream);
        arena().close();
    }

    /** Frees what this rank has of its own where it shares stream and memory with the one that it is a member for. */
    void closeMember() {
        subgroups.close();
        use();
        graphs.close();
        external.close();
        alarm.close();
        stage.close();
    }
}
