package dev.negzero.runtime;

import dev.negzero.annotations.DType;
import dev.negzero.runtime.engine.Agreement;
import dev.negzero.runtime.engine.FaultSignal;
import dev.negzero.runtime.engine.Memory;
import dev.negzero.runtime.engine.RankPort;
import dev.negzero.runtime.engine.Split;
import dev.negzero.runtime.signal.FaultRecord;
import java.util.function.Supplier;

/**
 * One member of a group: a device, or a thread that stands in for one, with a stream of calls.
 *
 * <p>Calls and copies of a rank happen one after the other, in the order of issue, whichever threads issue them. Inside
 * {@link Group#run}, on the rank's own thread, a call runs at once; elsewhere it is queued.
 */
public final class Rank {
    private final Group group;
    private final RankPort port;
    private final Rank device;

    Rank(Group group, RankPort port) {
        this.group = group;
        this.port = port;
        this.device = this;
    }

    /** The same device, as a member of a subgroup. */
    private Rank(Group group, RankPort port, Rank device) {
        this.group = group;
        this.port = port;
        this.device = device;
    }

    Rank member(Group subgroup, RankPort subport) {
        return new Rank(subgroup, subport, device);
    }

    /**
     * Whether buffers of this rank may be used in calls of another, or such calls be recorded in a capture of this rank:
     * the same rank, or this one as a member of a subgroup. Not the other way round: whoever reads a buffer of this rank
     * sees faults of its subgroups, a member sees only those of its own group.
     */
    boolean serves(Rank other) {
        return this == other || this == other.device;
    }

    /** The rank whose calls keep one order with this one's: itself, or the one that it is a member of a subgroup for. */
    Rank device() {
        return device;
    }

    /** Its number in the group, from 0. */
    public int index() {
        return port.index();
    }

    /** Its group. */
    public Group group() {
        return group;
    }

    /**
     * Allocates a buffer of zeros. In a call, its content travels through the launcher's own memory.
     *
     * @param element marker of the element type, such as {@code BF16.class}
     * @param count elements, above 0
     * @throws ArgumentException NZ614 for another count
     * @throws LoadingException NZ812, NZ813 if the engine can't allocate as much
     */
    public <T extends Element> DeviceBuffer<T> buffer(Class<T> element, long count) {
        DType dtype = Elements.dtypeOf(element);
        long bytes = bytes(dtype, count);
        return new DeviceBuffer<>(this, dtype, count, guard(() -> port.allocate(bytes)));
    }

    /**
     * Allocates a buffer of zeros that peers can read in place. Collective: every rank makes the same one, each on its own
     * thread; {@link Group#symmetricBuffers} makes all from one thread. Close it on all ranks, behind the last call that
     * uses any of them.
     *
     * @param element marker of the element type, such as {@code BF16.class}
     * @param count elements, above 0; the same on all ranks
     * @throws ArgumentException NZ614 for another count
     * @throws LoadingException NZ807 if ranks ask for different ones; NZ812, NZ813 if the engine can't allocate as much
     * @throws CollectiveException if a rank doesn't come within the deadline, or fails
     */
    public <T extends Element> SymmetricBuffer<T> symmetricBuffer(Class<T> element, long count) {
        DType dtype = Elements.dtypeOf(element);
        long bytes = bytes(dtype, count);
        String what = "a symmetric buffer of " + count + " x " + dtype;
        Memory memory = guard(() -> port.allocateSymmetric(bytes, group.agreement(what, what)));
        return new SymmetricBuffer<>(this, dtype, count, memory);
    }

    /**
     * Splits the group: ranks that bring the same colour become a group of their own, numbered in the order that they
     * have here. Collective over all ranks, each on its own thread; {@link Group#split} does it from one thread.
     *
     * <p>Launchers that are opened on the returned rank have counters and regions of their own, so calls of subgroups,
     * of several splits, and of the whole group may come in any order that is the same on the ranks concerned; on one
     * rank they are carried out in the order of issue. Buffers of this rank can be used in calls of the subgroup. A fault
     * of a subgroup shows on its ranks here too, and {@link Group#reset} of this group resets its subgroups.
     *
     * @param color 0 or more
     * @return this rank as a member of its subgroup
     * @throws ArgumentException NZ628 for a negative colour
     * @throws StateException NZ619, NZ623 inside a batch or a capture of the calling thread
     * @throws CollectiveException if a rank doesn't come within the deadline, or fails
     */
    public Rank split(int color) {
        if (color < 0) {
            throw RuntimeProblem.SPLIT_COLOR.argument("colour " + color + " of rank " + index());
        }
        group.refuseHeld("Rank.split");
        Agreement agreement = group.agreement("a split", "split");
        return guard(() -> {
            Split split = port.split(color, agreement);
            Rank member = group.subgroups().join(this, color, split);
            // No rank goes on before the subgroup has all of its ranks.
            port.meet(agreement);
            return member;
        });
    }

    /**
     * Captures calls, to be issued again and again with {@link CapturedCalls#replay}. The body's calls are checked and
     * kept; none is carried out. Collective: every rank captures the same calls, each on its own thread;
     * {@link Group#capture} does it from one thread. On GPUs the calls become one graph.
     *
     * @param calls makes calls of launchers of this rank, on the calling thread
     * @throws StateException NZ623 from within {@code calls}, if they do anything that waits, or call for another rank;
     *     NZ619 inside a batch
     * @throws LoadingException NZ807 if ranks capture different calls
     * @throws CollectiveException if a rank doesn't come within the deadline, or fails
     */
    public CapturedCalls capture(Runnable calls) {
        return CapturedCalls.capture(this, calls);
    }

    /**
     * A buffer over device memory of this rank's GPU that another library allocated. It must live as long as calls or
     * captured calls use it; closing the buffer doesn't free it. See {@link #waitForStream} for the order of what others
     * do with it. In a call, its content travels through the launcher's own memory.
     *
     * @param element marker of the element type
     * @param address of the first element, a {@code CUdeviceptr}; a multiple of the element's bytes
     * @param count elements, above 0
     * @throws ArgumentException NZ614 for another count, NZ627 if the address is no memory of the rank's GPU
     * @throws StateException NZ626 if the group's engine has no device memory
     */
    public <T extends Element> DeviceBuffer<T> wrap(Class<T> element, long address, long count) {
        DType dtype = Elements.dtypeOf(element);
        long bytes = bytes(dtype, count);
        Memory memory = guard(() -> port.wrap(address, bytes));
        if (address % dtype.bytes() != 0) {
            throw RuntimeProblem.EXTERNAL_MEMORY.argument(
                    String.format("address 0x%x for elements of %s", address, dtype));
        }
        return new DeviceBuffer<>(this, dtype, count, memory);
    }

    /**
     * Puts this rank behind another library's stream: calls and copies issued to the rank from now on start when what the
     * stream holds now is done. Doesn't wait.
     *
     * @param stream a {@code CUstream} of the rank's GPU
     * @throws StateException NZ626 if the group's engine has no streams; NZ619, NZ623 inside a batch or a capture
     * @throws CollectiveException if any rank has reported a fault
     */
    public void waitForStream(long stream) {
        group.refuseHeld("waitForStream");
        guard(() -> {
            port.waitForStream(stream);
            return this;
        });
    }

    /**
     * Puts another library's stream behind this rank: what is issued to the stream from now on starts when the calls
     * issued to the rank so far are done. Doesn't wait.
     *
     * @param stream a {@code CUstream} of the rank's GPU
     * @throws StateException NZ626 if the group's engine has no streams; NZ619, NZ623 inside a batch or a capture
     * @throws CollectiveException if any rank has reported a fault
     */
    public void makeStreamWait(long stream) {
        group.refuseHeld("makeStreamWait");
        guard(() -> {
            port.makeStreamWait(stream);
            return this;
        });
    }

    private static long bytes(DType dtype, long count) {
        if (count < 1 || count > Long.MAX_VALUE / dtype.bytes()) {
            throw RuntimeProblem.BUFFER_COUNT.argument("count " + count + " of " + dtype);
        }
        return count * dtype.bytes();
    }

    /**
     * Waits until every call issued to this rank is done.
     *
     * @throws CollectiveException if any rank has reported a fault
     * @throws StateException NZ619, NZ623 inside a batch or a capture of the calling thread
     */
    public void synchronize() {
        group.refuseHeld("synchronize");
        guard(() -> {
            port.drain();
            return this;
        });
    }

    RankPort port() {
        return port;
    }

    /** Runs something that waits for the rank or its peers; faults become exceptions, of earlier calls too. */
    <T> T guard(Supplier<T> action) {
        group.requireOpen("rank " + index());
        T result;
        try {
            result = action.get();
        } catch (FaultSignal fault) {
            throw exception(fault.record());
        }
        requireHealthy();
        return result;
    }

    /** Refuses a call that is only kept for later, as it would be refused now. */
    void requireHealthy() {
        FaultRecord fault = port.fault();
        if (fault != null) {
            throw exception(fault);
        }
    }

    CollectiveException exception(FaultRecord record) {
        return group.faults().exception(record, port.failure());
    }
}
