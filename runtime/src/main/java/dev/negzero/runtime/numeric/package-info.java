/**
 * The arithmetic of the host engine: conversions between Java numbers and element bits, and the reductions.
 *
 * <p>Internal to the runtime, although its classes are public.
 */
@NullMarked
package dev.negzero.runtime.numeric;

import org.jspecify.annotations.NullMarked;
