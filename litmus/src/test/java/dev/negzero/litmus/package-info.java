/** Litmus tests of the accesses that ranks of the host engine share memory by; the forbidden outcomes have names. */
@NullMarked
package dev.negzero.litmus;

import org.jspecify.annotations.NullMarked;
