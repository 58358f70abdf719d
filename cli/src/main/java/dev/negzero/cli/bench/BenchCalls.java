package dev.negzero.cli.bench;

import dev.negzero.annotations.AllGather;
import dev.negzero.annotations.AllReduce;
import dev.negzero.annotations.AllToAll;
import dev.negzero.annotations.Barrier;
import dev.negzero.annotations.Broadcast;
import dev.negzero.annotations.Gather;
import dev.negzero.annotations.Protocol;
import dev.negzero.annotations.Reduce;
import dev.negzero.annotations.ReduceScatter;
import dev.negzero.annotations.Root;
import dev.negzero.annotations.Scatter;
import dev.negzero.runtime.DeviceBuffer;
import dev.negzero.runtime.Element;

/**
 * What is measured. The interfaces in {@link BenchInterfaces} fix its element type and group size.
 *
 * @param <T> element type
 */
public interface BenchCalls<T extends Element> {
    /** Longest message by LAMPORT asked for by name, in bytes. */
    long LAMPORT_BYTES = 1 << 20;

    /** Longest message by MAILBOX, in bytes. */
    long MAILBOX_BYTES = 1 << 18;

    /** Sums; the size decides how. */
    @AllReduce
    void auto(DeviceBuffer<T> in, DeviceBuffer<T> out, long count);

    /** Sums by pushing packs. */
    @SuppressWarnings("negzero:NZ312") // what it is for: to see where another protocol gets faster
    @AllReduce(protocol = Protocol.LAMPORT, maxBytes = LAMPORT_BYTES)
    void lamport(DeviceBuffer<T> in, DeviceBuffer<T> out, long count);

    /** Sums between barriers; longer messages than the default workspace go through it in tiles. */
    @AllReduce(protocol = Protocol.SIGNAL)
    void signal(DeviceBuffer<T> in, DeviceBuffer<T> out, long count);

    /** Sums by tagged words. */
    @AllReduce(protocol = Protocol.MAILBOX, maxBytes = MAILBOX_BYTES)
    void mailbox(DeviceBuffer<T> in, DeviceBuffer<T> out, long count);

    /** Sums of one segment for each rank. */
    @ReduceScatter
    void reduceScatter(DeviceBuffer<T> in, DeviceBuffer<T> out, long countPerRank);

    /** Sums for the root. */
    @Reduce
    void reduce(DeviceBuffer<T> in, DeviceBuffer<T> out, long count, @Root int root);

    /** All ranks' elements for every rank. */
    @AllGather
    void allGather(DeviceBuffer<T> in, DeviceBuffer<T> out, long countPerRank);

    /** All ranks' elements for the root. */
    @Gather
    void gather(DeviceBuffer<T> in, DeviceBuffer<T> out, long countPerRank, @Root int root);

    /** A segment of the root's for every rank. */
    @Scatter
    void scatter(DeviceBuffer<T> in, DeviceBuffer<T> out, long countPerRank, @Root int root);

    /** The root's elements for every rank. */
    @Broadcast
    void broadcast(DeviceBuffer<T> inOut, long count, @Root int root);

    /** A segment of each rank's for every rank. */
    @AllToAll
    void allToAll(DeviceBuffer<T> in, DeviceBuffer<T> out, long countPerPair);

    /** Waits for all ranks. */
    @Barrier
    void barrier();
}
