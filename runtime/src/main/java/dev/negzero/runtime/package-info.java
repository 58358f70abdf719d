/**
 * Groups of ranks, their buffers, and the communicators that generated launchers call.
 *
 * <p>Start at {@link dev.negzero.runtime.Group}. The subpackages are internal, although their classes are public:
 * {@code engine} is the seam between this package and what runs collectives, {@code host} the engine that runs them
 * inside the JVM, {@code signal} the bytes that ranks share, {@code numeric} the arithmetic.
 */
@NullMarked
package dev.negzero.runtime;

import org.jspecify.annotations.NullMarked;
