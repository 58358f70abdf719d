package dev.negzero.annotations;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the {@code int} parameter that names the root rank of a {@link Reduce}, {@link Broadcast}, {@link Scatter} or
 * {@link Gather}, 0 .. groupSize - 1 and equal on all ranks.
 *
 * <p>When the root is always the same, the operation's annotation names it instead, as in {@code @Broadcast(root = 0)}. On
 * a parameter of an operation that has no root it is a compile error.
 */
@Documented
@Target(ElementType.PARAMETER)
@Retention(RetentionPolicy.CLASS)
public @interface Root {}
