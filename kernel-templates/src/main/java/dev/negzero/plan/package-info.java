/**
 * Every number that host and device must agree on. {@code KernelPlanner} makes plans; everything after it (kernel text,
 * launcher, manifest, runtime) is a pure function of one.
 */
package dev.negzero.plan;
