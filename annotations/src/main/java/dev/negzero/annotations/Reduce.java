package dev.negzero.annotations;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The root gets the element-wise reduction of all ranks' inputs.
 *
 * <p>The method's shape is {@code void name(DeviceBuffer<T> in, DeviceBuffer<T> out, long count)}, with {@code T} the marker
 * of the dtype, and a further parameter {@code @Root int root} unless {@link #root} names the root. {@code in} holds
 * {@code count} elements on every rank, {@code out} receives as many on the root. On the other ranks {@code out} is ignored
 * and may be null. Count and root are equal on all ranks.
 *
 * <p>In place: on the root, {@code in} and {@code out} may be the same elements. Any other overlap is refused at the call.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.CLASS)
public @interface Reduce {
    /** How elements are combined. */
    ReduceOp op() default ReduceOp.SUM;

    /**
     * The root rank, 0 .. groupSize - 1, when it is always the same. Left out when a parameter with {@link Root} names it
     * for each call; a method has exactly one of the two.
     */
    int root() default -1;

    /**
     * Which exchange to use. {@link Protocol#LAMPORT} needs every rank to hear from every other, and here only the root
     * does, so it is a compile error. MAILBOX asked for by name reserves workspace for the whole of {@code maxBytes}.
     */
    Protocol protocol() default Protocol.AUTO;

    /** Element type of this method; inherited from {@link Collective#dtype} when left out. At most one value. */
    DType[] dtype() default {};

    /** Lanes per pack of this method; inherited from {@link Collective#width} when left out. */
    int width() default 0;

    /** Bytes of workspace for one message; inherited from {@link Collective#maxBytes} when left out. */
    long maxBytes() default 0;
}
