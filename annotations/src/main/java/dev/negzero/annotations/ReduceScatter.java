package dev.negzero.annotations;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Rank r gets the element-wise reduction of the r-th segments of all ranks' inputs.
 *
 * <p>The method's shape is {@code void name(DeviceBuffer<T> in, DeviceBuffer<T> out, long countPerRank)}, with {@code T} the
 * marker of the dtype. In a group of N ranks, {@code in} holds N segments of {@code countPerRank} elements, the r-th of
 * them for rank r; {@code out} receives {@code countPerRank} elements. The count is equal on all ranks.
 *
 * <p>In place: {@code out} may be the caller's own segment of {@code in}, {@code in.slice(me * countPerRank, countPerRank)}.
 * The other segments stay as they are. Any other overlap is refused at the call.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.CLASS)
public @interface ReduceScatter {
    /** How elements are combined. */
    ReduceOp op() default ReduceOp.SUM;

    /** Which exchange to use. A protocol asked for by name reserves workspace for the whole of {@code maxBytes}. */
    Protocol protocol() default Protocol.AUTO;

    /** Element type of this method; inherited from {@link Collective#dtype} when left out. At most one value. */
    DType[] dtype() default {};

    /** Lanes per pack of this method; inherited from {@link Collective#width} when left out. */
    int width() default 0;

    /** Bytes of workspace for one segment, which is what limits count; inherited from {@link Collective#maxBytes} when left out. */
    long maxBytes() default 0;
}
