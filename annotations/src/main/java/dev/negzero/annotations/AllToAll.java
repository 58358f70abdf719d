package dev.negzero.annotations;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Every rank sends each rank a segment of its own, bit for bit.
 *
 * <p>The method's shape is one of the following, with {@code T} the marker of the dtype:
 *
 * <ul>
 *   <li>{@code void name(DeviceBuffer<T> in, DeviceBuffer<T> out, long countPerPair)}: in a group of N ranks, {@code in}
 *       and {@code out} have N segments of {@code countPerPair} elements. Segment t of {@code in} goes to rank t, and
 *       segment f of {@code out} comes from rank f.
 *   <li>{@code void name(DeviceBuffer<T> in, DeviceBuffer<T> out, long[] counts)}: rank f sends {@code counts[f * N + t]}
 *       elements, 0 or more, to rank t. In {@code in} they lie in the order of the receivers, in {@code out} in the order
 *       of the senders, without gaps. The array has N * N numbers, the same on all ranks, and is copied at the call.
 * </ul>
 *
 * <p>In place: with one count, {@code in} and {@code out} may be the same elements. With a count for each pair, and in any
 * other way, an overlap is refused at the call.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.CLASS)
public @interface AllToAll {
    /**
     * Which exchange to use. {@link Protocol#LAMPORT} can't carry a -0.0, so it is a compile error here. MAILBOX asked for
     * by name reserves workspace for the whole of {@code maxBytes}.
     */
    Protocol protocol() default Protocol.AUTO;

    /** Element type of this method; inherited from {@link Collective#dtype} when left out. At most one value. */
    DType[] dtype() default {};

    /** Lanes per pack of this method; inherited from {@link Collective#width} when left out. */
    int width() default 0;

    /** Bytes of workspace for one segment, which is what limits count; inherited from {@link Collective#maxBytes} when left out. */
    long maxBytes() default 0;
}
