/**
 * Kernel text and manifest from a plan. Writes the instantiation, not the algorithm: a head of constants, the device
 * headers unchanged, the entry points.
 */
@NullMarked
package dev.negzero.emit;

import org.jspecify.annotations.NullMarked;
