package dev.negzero.annotations;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Every rank gets all ranks' elements, in rank order, bit for bit.
 *
 * <p>The method's shape is one of the following, with {@code T} the marker of the dtype:
 *
 * <ul>
 *   <li>{@code void name(DeviceBuffer<T> in, DeviceBuffer<T> out, long countPerRank)}: every rank brings
 *       {@code countPerRank} elements in {@code in}; in a group of N ranks {@code out} receives {@code N * countPerRank},
 *       those of rank r from element {@code r * countPerRank} on.
 *   <li>{@code void name(DeviceBuffer<T> in, DeviceBuffer<T> out, long[] counts)}: rank r brings {@code counts[r]} elements,
 *       0 or more; they arrive behind those of the ranks before it. The array has N numbers, the same on all ranks, and is
 *       copied at the call.
 * </ul>
 *
 * <p>In place: {@code in} may be the caller's own part of {@code out}, such as {@code out.slice(me * countPerRank,
 * countPerRank)}. Any other overlap is refused at the call.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.CLASS)
public @interface AllGather {
    /**
     * Which exchange to use. {@link Protocol#LAMPORT} can't carry a -0.0, so it is a compile error here. MAILBOX asked for
     * by name reserves workspace for the whole of {@code maxBytes}.
     */
    Protocol protocol() default Protocol.AUTO;

    /** Element type of this method; inherited from {@link Collective#dtype} when left out. At most one value. */
    DType[] dtype() default {};

    /** Lanes per pack of this method; inherited from {@link Collective#width} when left out. */
    int width() default 0;

    /** Bytes of workspace for what one rank brings; inherited from {@link Collective#maxBytes} when left out. */
    long maxBytes() default 0;
}
