package dev.negzero.runtime;

import dev.negzero.annotations.DType;
import dev.negzero.runtime.engine.FaultSignal;
import dev.negzero.runtime.engine.Memory;
import dev.negzero.runtime.engine.RankPort;
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

    Rank(Group group, RankPort port) {
        this.group = group;
        this.port = port;
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
     * Allocates a buffer of zeros. In a call, its content travels through the launcher's own staging memory.
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
     * Allocates a buffer of zeros that peers read in place. Collective: every rank makes the same one, each on its own
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
     * @throws StateException NZ619 inside a batch of the calling thread
     */
    public void synchronize() {
        group.batches().refuseInside("synchronize");
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
        FaultRecord fault = port.fault();
        if (fault != null) {
            throw exception(fault);
        }
        return result;
    }

    CollectiveException exception(FaultRecord record) {
        return group.faults().exception(record, port.failure());
    }
}
