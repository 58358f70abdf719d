/**
 * Every number that host and device must agree on. {@code KernelPlanner} makes plans; everything after it (kernel text,
 * launcher, manifest, runtime) is a pure function of one.
 */
@NullMarked
package dev.negzero.plan;

import org.jspecify.annotations.NullMarked;
