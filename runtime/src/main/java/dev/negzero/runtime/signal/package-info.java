/**
 * The bytes that ranks share, and the order of every access to them. Internal to the runtime.
 *
 * <p>Offsets come from {@code dev.negzero.plan}; nothing here knows how a region was allocated.
 */
@NullMarked
package dev.negzero.runtime.signal;

import org.jspecify.annotations.NullMarked;
