package dev.negzero.runtime.engine;

import dev.negzero.runtime.signal.FaultRecord;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One rank's side of an engine: its memory, its stream and its part in collective steps. */
public interface RankPort {
    /** The rank. */
    int index();

    /** Allocates zeroed memory that only this rank reaches. */
    Memory allocate(long bytes);

    /**
     * Waits for all ranks to come to the same step. Collective.
     *
     * @throws FaultSignal if a peer doesn't come, or has failed
     */
    void meet(Agreement agreement);

    /**
     * Allocates zeroed memory that peers read in place. Collective.
     *
     * @throws FaultSignal if a peer doesn't come, or has failed
     */
    Memory allocateSymmetric(long bytes, Agreement agreement);

    /**
     * Loads a plan's kernels and connects its domain: allocates and initialises the own region, meets the peers, and
     * only then reaches for theirs. Collective.
     *
     * @throws FaultSignal if a peer doesn't come, or has failed
     */
    DomainPort connect(Kernels kernels, Agreement agreement);

    /**
     * Joins the ranks that bring the same colour in a subgroup with counters, regions and faults of its own. Collective
     * over all ranks. The subgroup's calls stand in one order with this port's; a fault of the subgroup shows here too.
     *
     * @throws FaultSignal if a peer doesn't come, or has failed
     */
    Split split(int color, Agreement agreement);

    /**
     * Prepares calls of this rank to be issued again and again. Collective, as it may wait for all kernels of a device.
     *
     * @param calls of domains of this rank
     * @throws FaultSignal if a peer doesn't come, or has failed
     */
    ReplayPort capture(List<RecordedCall> calls, Agreement agreement);

    /**
     * Memory of the rank's device that somebody else allocated and will free.
     *
     * @param address of its first byte
     * @throws dev.negzero.runtime.StateException NZ626 if the engine has no device
     * @throws dev.negzero.runtime.ArgumentException NZ627 if it is no memory of the rank's device
     */
    Memory wrap(long address, long bytes);

    /**
     * What is issued to the rank from now on waits for what a stream of somebody else holds now.
     *
     * @throws dev.negzero.runtime.StateException NZ626 if the engine has no streams
     */
    void waitForStream(long stream);

    /**
     * What is issued to a stream of somebody else from now on waits for what the rank holds now.
     *
     * @throws dev.negzero.runtime.StateException NZ626 if the engine has no streams
     */
    void makeStreamWait(long stream);

    /** The calling thread becomes the rank's own, whose calls need no hand-off, until {@link #leave}. */
    void enter();

    /** Ends what {@link #enter} began. */
    void leave();

    /** Whether a call is running or queued. */
    boolean busy();

    /**
     * Waits until everything issued before is done. Faults don't show here, see {@link #fault}.
     *
     * @throws FaultSignal if the calling thread is interrupted; the peers have been told
     */
    void drain();

    /** What the ranks reported, as visible to this rank; null if all is well. */
    @Nullable
    FaultRecord fault();

    /** What made a queued call of this rank fail, apart from faults of the ranks; null if nothing did. */
    @Nullable
    Throwable failure();

    /** Tells all ranks, those of subgroups too, that this rank's own code failed; a fault that is known already stays. */
    void abort();
}
