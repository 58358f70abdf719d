package dev.negzero.cli.bench;

import dev.negzero.annotations.AllReduce;
import dev.negzero.annotations.Barrier;
import dev.negzero.annotations.Protocol;
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

    /** Waits for all ranks. */
    @Barrier
    void barrier();
}
