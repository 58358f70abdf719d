package dev.negzero.annotations;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Every rank sends its elements to the next rank, the last one to rank 0, bit for bit.
 *
 * <p>The method's shape: {@code void name(DeviceBuffer<T> in, DeviceBuffer<T> out, long count)}, with {@code T} the marker
 * of the dtype. Both buffers have {@code count} elements, the same on all ranks.
 *
 * <p>In place: {@code in} and {@code out} may be the same elements.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.CLASS)
public @interface Shift {
    /** Which exchange to use. {@link Protocol#LAMPORT} can't carry a -0.0, so it is a compile error here. */
    Protocol protocol() default Protocol.AUTO;

    /** Element type of this method; inherited from {@link Collective#dtype} when left out. At most one value. */
    DType[] dtype() default {};

    /** Lanes per pack of this method; inherited from {@link Collective#width} when left out. */
    int width() default 0;

    /** Bytes of workspace, which is what limits count; inherited from {@link Collective#maxBytes} when left out. */
    long maxBytes() default 0;
}
