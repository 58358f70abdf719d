package dev.negzero.annotations;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * No rank's call completes before every rank has reached it; what a rank wrote before is visible to all after it.
 *
 * <p>The method's shape is {@code void name()}.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.CLASS)
public @interface Barrier {}
