package dev.negzero.samples.digits;

import dev.negzero.annotations.AllReduce;
import dev.negzero.annotations.DType;
import dev.negzero.annotations.Protocol;
import dev.negzero.runtime.DeviceBuffer;
import dev.negzero.runtime.Element;
import dev.negzero.runtime.F32;

/**
 * What the ranks of a training exchange. The interfaces in {@link Gradients} fix its element type and group size, as the
 * values of annotations are constants.
 *
 * @param <T> element type of the gradients
 */
public interface GradientCalls<T extends Element> {
    /** Adds gradients; the size decides how. */
    @AllReduce
    void auto(DeviceBuffer<T> in, DeviceBuffer<T> out, long count);

    /** Adds gradients by pushing packs. */
    @AllReduce(protocol = Protocol.LAMPORT)
    void lamport(DeviceBuffer<T> in, DeviceBuffer<T> out, long count);

    /** Adds gradients between barriers. */
    @AllReduce(protocol = Protocol.SIGNAL)
    void signal(DeviceBuffer<T> in, DeviceBuffer<T> out, long count);

    /** Adds gradients by tagged words. */
    @AllReduce(protocol = Protocol.MAILBOX)
    void mailbox(DeviceBuffer<T> in, DeviceBuffer<T> out, long count);

    /** Adds losses, in F32 whatever the gradients' type. */
    @AllReduce(dtype = DType.F32, width = 4)
    void loss(DeviceBuffer<F32> in, DeviceBuffer<F32> out, long count);
}
