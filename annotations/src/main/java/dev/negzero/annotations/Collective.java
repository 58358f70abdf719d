package dev.negzero.annotations;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks an interface whose abstract methods are collectives over a group of ranks.
 *
 * <p>For an interface {@code Sums} the annotation processor generates {@code SumsLauncher}, which implements it, and
 * the kernel sources specialised to exactly the values given here. The values are defaults: a method's own annotation
 * may override {@code dtype}, {@code width} and {@code maxBytes}.
 *
 * <pre>{@code
 * @Collective(dtype = DType.BF16, width = 8, groupSize = 2, scope = Scope.SYSTEM)
 * public interface Sums {
 *   @AllReduce
 *   void allReduce(DeviceBuffer<BF16> in, DeviceBuffer<BF16> out, long count);
 * }
 * }</pre>
 */
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.CLASS)
public @interface Collective {
    /** Element type of the buffers. */
    DType dtype();

    /**
     * Lanes (elements) per pack. {@code width * dtype.bytes()} must be 4, 8 or 16 bytes; 16 is the fastest.
     */
    int width();

    /** Number of ranks, 2 .. 16. The group that a launcher is opened on must have exactly this size. */
    int groupSize();

    /** Whether ranks are GPUs ({@link Scope#SYSTEM}) or streams of one GPU ({@link Scope#DEVICE}). */
    Scope scope() default Scope.SYSTEM;

    /**
     * Bytes of workspace for one message, 16 .. 2^30. It bounds the messages of {@link Protocol#LAMPORT} and
     * {@link Protocol#MAILBOX}; {@link Protocol#SIGNAL} works through longer messages in tiles of this size.
     */
    long maxBytes() default 8L << 20;

    /**
     * Whether every call compares a signature (method, count, epoch) with all peers before it completes, so that ranks
     * that disagree get an exception that names both instead of a wrong result.
     */
    boolean verify() default true;
}
