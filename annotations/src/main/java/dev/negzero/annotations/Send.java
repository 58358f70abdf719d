package dev.negzero.annotations;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * One rank hands elements to another, which takes them by a method with {@link Receive}, bit for bit.
 *
 * <p>The method's shape is {@code void name(DeviceBuffer<T> in, long count, @Peer int to)}, with {@code T} the marker of the
 * dtype. Only the two ranks take part. The first {@code count} elements of {@code in} travel; the receiver calls with the
 * same count and names this rank.
 *
 * <p>A send is complete when the receiver has read everything: sends aren't buffered. Two ranks that both send to each other
 * first wait until the deadline. Let one of them receive first, or use {@link AllToAll}.
 *
 * <p>An interface with a send has a receive of the same dtype, width, protocol and maxBytes, and the other way round.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.CLASS)
public @interface Send {
    /**
     * Which exchange to use. {@link Protocol#LAMPORT} can't carry a -0.0, so it is a compile error here. MAILBOX asked for
     * by name reserves workspace for the whole of {@code maxBytes}.
     */
    Protocol protocol() default Protocol.AUTO;

    /** Element type of this method; inherited from {@link Collective#dtype} when left out. At most one value. */
    DType[] dtype() default {};

    /** Lanes per pack of this method; inherited from {@link Collective#width} when left out. */
    int width() default 0;

    /** Bytes of workspace for one message; inherited from {@link Collective#maxBytes} when left out. */
    long maxBytes() default 0;
}
