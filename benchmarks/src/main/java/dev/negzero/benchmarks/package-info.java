/** What the processor adds to a compilation. */
@NullMarked
package dev.negzero.benchmarks;

import org.jspecify.annotations.NullMarked;
