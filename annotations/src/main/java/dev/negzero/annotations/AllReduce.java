package dev.negzero.annotations;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Every rank gets the element-wise reduction of all ranks' inputs.
 *
 * <p>The method's shape is {@code void name(DeviceBuffer<T> in, DeviceBuffer<T> out, long count)}, with {@code T} the
 * marker of the dtype. {@code in} and {@code out} may be the same elements; any other overlap is refused at the call.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.CLASS)
public @interface AllReduce {
    /** How elements are combined. */
    ReduceOp op() default ReduceOp.SUM;

    /** Which exchange to use. A protocol asked for by name reserves workspace for the whole of {@code maxBytes}. */
    Protocol protocol() default Protocol.AUTO;

    /** Element type of this method; inherited from {@link Collective#dtype} when left out. At most one value. */
    DType[] dtype() default {};

    /** Lanes per pack of this method; inherited from {@link Collective#width} when left out. */
    int width() default 0;

    /** Bytes of workspace for one message; inherited from {@link Collective#maxBytes} when left out. */
    long maxBytes() default 0;
}
