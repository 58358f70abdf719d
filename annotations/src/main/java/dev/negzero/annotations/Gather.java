package dev.negzero.annotations;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The root gets all ranks' elements, in rank order, bit for bit.
 *
 * <p>The method's shape is {@code void name(DeviceBuffer<T> in, DeviceBuffer<T> out, long countPerRank)}, with {@code T} the
 * marker of the dtype, and a further parameter {@code @Root int root} unless {@link #root} names the root. Every rank brings
 * {@code countPerRank} elements in {@code in}. In a group of N ranks, the root's {@code out} receives
 * {@code N * countPerRank}, those of rank r from element {@code r * countPerRank} on; on the other ranks {@code out} is
 * ignored and may be null. Count and root are equal on all ranks.
 *
 * <p>In place: on the root, {@code in} may be its own part of {@code out}, {@code out.slice(root * countPerRank,
 * countPerRank)}. Any other overlap is refused at the call.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.CLASS)
public @interface Gather {
    /**
     * The root rank, 0 .. groupSize - 1, when it is always the same. Left out when a parameter with {@link Root} names it
     * for each call; a method has exactly one of the two.
     */
    int root() default -1;

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
