package dev.negzero.runtime.cuda;

import dev.negzero.plan.KernelPlan;
import dev.negzero.plan.KernelVariant;
import dev.negzero.plan.MethodPlan;
import dev.negzero.plan.SignalLayout;
import dev.negzero.runtime.engine.DomainPort;
import dev.negzero.runtime.engine.Memory;
import dev.negzero.runtime.engine.Probe;
import dev.negzero.runtime.engine.RecordedCall;
import dev.negzero.runtime.signal.SignalBuffer;
import dev.negzero.runtime.signal.Words;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** One rank's side of an opened launcher: its kernels, its region in device memory, its parameter block. */
final class CudaDomain implements DomainPort {
    private static final int TOP_WORD = 0x80000000;

    private final CudaRank rank;
    private final Driver driver;
    private final int region;
    private final KernelPlan plan;
    private final KernelTable table;
    private final long address;
    private final LaunchBlock block;
    private int issued;

    /**
     * A domain whose region is allocated.
     *
     * @param region its number
     * @param address of the own region
     */
    CudaDomain(CudaRank rank, int region, KernelPlan plan, KernelTable table, long address) {
        this.rank = rank;
        this.driver = rank.driver();
        this.region = region;
        this.plan = plan;
        this.table = table;
        this.address = address;
        block = new LaunchBlock(
                plan.groupSize(), rank.index(), rank.stream(), rank.setup().deadlineNanos());
        block.programmatic(rank.gpu().programmatic());
    }

    CudaRank rank() {
        return rank;
    }

    KernelPlan plan() {
        return plan;
    }

    /** Of the own region. */
    long address() {
        return address;
    }

    /** Initialises the own region, before any peer reaches for it. */
    void init(Probe probe) {
        probe.at(Probe.Point.BEFORE_INIT, rank.index());
        fill();
        // State, flags and descriptors don't depend on the sizes of what comes behind them: the hand-offs' mailbox
        // first.
        SignalLayout layout = plan.layout();
        SignalLayout front =
                new SignalLayout(layout.groupSize(), layout.maxBlocks(), 0, 0, 0, layout.handoffBlocks(), 0, 0, 0, 0);
        ByteBuffer image = ByteBuffer.allocateDirect(Math.toIntExact(front.total()));
        probe.preset(SignalBuffer.init(image, front), rank.index());
        issued = Words.plainInt(image, SignalLayout.STATE_CALL);
        rank.stage()
                .write(
                        address,
                        layout.handoffMailbox(),
                        (buffer, at, done, length) -> buffer.put(at, image, (int) done, length));
        probe.at(Probe.Point.AFTER_INIT, rank.index());
    }

    /** Initialises the own region again, after a fault. */
    void init() {
        init(Probe.NONE);
    }

    private void fill() {
        SignalLayout layout = plan.layout();
        rank.use();
        long stream = rank.stream();
        driver.fill(address, 0, layout.lamport() / 4, stream);
        long narrow = layout.lamport64() - layout.lamport();
        if (narrow > 0) {
            driver.fill(address + layout.lamport(), SignalLayout.SENTINEL32, narrow / 4, stream);
        }
        long wide = layout.total() - layout.lamport64();
        if (wide > 0) {
            driver.fill(address + layout.lamport64(), 0, wide / 4, stream);
            driver.fillEverySecond(address + layout.lamport64() + 4, TOP_WORD, wide / 8, stream);
        }
    }

    /** Learns where the ranks' regions are, behind the rendezvous. */
    void reach(long[] domains, long[] controls) {
        for (int peer = 0; peer < domains.length; peer++) {
            block.regions(peer, domains[peer], controls[peer]);
        }
    }

    @Override
    public synchronized int launch(
            MethodPlan method,
            KernelVariant variant,
            @Nullable Memory in,
            long inOffset,
            @Nullable Memory out,
            long outOffset,
            long count,
            int root,
            long @Nullable [] counts,
            boolean mayBlock) {
        rank.setup().probe().at(Probe.Point.CALL_ENTRY, rank.index());
        rank.refuseIfFailed();
        rank.use();
        enqueue(method, variant, in, inOffset, out, outOffset, count, root, counts);
        return countCall();
    }

    /** Gives a call to a stream that records it. The calling thread uses the rank's context. */
    synchronized void record(RecordedCall call, long stream) {
        block.stream(stream);
        try {
            enqueue(
                    call.method(),
                    call.variant(),
                    call.in(),
                    call.inOffset(),
                    call.out(),
                    call.outOffset(),
                    call.count(),
                    call.root(),
                    call.counts());
        } finally {
            block.stream(rank.stream());
        }
    }

    private void enqueue(
            MethodPlan method,
            KernelVariant variant,
            @Nullable Memory in,
            long inOffset,
            @Nullable Memory out,
            long outOffset,
            long count,
            int root,
            long @Nullable [] counts) {
        KernelTable.Kernel kernel = table.get(method, variant);
        int blocks = BlockBudget.blocks(plan, method, variant, count, kernel.cap());
        block.kernel(kernel.function(), kernel.name(), blocks, kernel.threads());
        block.symmetricTable(rank.symmetric().address());
        block.input(address(in, inOffset), in == null ? 0 : ((CudaMemory) in).symmetricId(), inOffset);
        block.output(address(out, outOffset));
        block.counts(count, root, counts);
        driver.launch(block);
    }

    /** Counts a call that was issued; its epoch. */
    synchronized int countCall() {
        issued = next(issued);
        rank.backlog().add();
        return issued;
    }

    @Override
    public synchronized int epoch() {
        return issued;
    }

    private static long address(@Nullable Memory memory, long offset) {
        return memory == null ? 0 : ((CudaMemory) memory).address() + offset;
    }

    /** Epochs skip 0: it is what a fresh region holds. */
    private static int next(int epoch) {
        return epoch == -1 ? 1 : epoch + 1;
    }

    @Override
    public void close() {
        rank.forget(this, region);
    }
}
