/**
 * Kernel text and manifest from a plan. Writes the instantiation, not the algorithm: a head of constants, the device
 * headers unchanged, the entry points.
 */
package dev.negzero.emit;
