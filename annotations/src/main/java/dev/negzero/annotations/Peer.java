package dev.negzero.annotations;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the {@code int} parameter that names the other rank of a hand-off: whom a {@link Send} goes to, or whom a
 * {@link Receive} comes from. Its value is 0 .. groupSize - 1, and not the calling rank.
 *
 * <p>On a parameter of any other operation it is a compile error.
 */
@Documented
@Target(ElementType.PARAMETER)
@Retention(RetentionPolicy.CLASS)
public @interface Peer {}
