package dev.negzero.annotations;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * One rank takes elements that another sends by a method with {@link Send}, bit for bit.
 *
 * <p>The method's shape is {@code void name(DeviceBuffer<T> out, long count, @Peer int from)}, with {@code T} the marker of the
 * dtype. Only the two ranks take part. The first {@code count} elements of {@code out} are replaced; the sender calls with
 * the same count and names this rank. Hand-offs from one rank to another arrive in the order in which they were sent.
 *
 * <p>An interface with a receive has a send of the same dtype, width, protocol and maxBytes, and the other way round.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.CLASS)
public @interface Receive {
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
