package dev.negzero.annotations;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the {@code int} parameter that names the root rank of a rooted collective.
 *
 * <p>All-reduce and barrier have no root: on a parameter of theirs it is a compile error.
 */
@Documented
@Target(ElementType.PARAMETER)
@Retention(RetentionPolicy.CLASS)
public @interface Root {}
