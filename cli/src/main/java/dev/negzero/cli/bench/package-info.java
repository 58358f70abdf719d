/** Measures the collectives: what {@code negzero bench} runs. */
@NullMarked
package dev.negzero.cli.bench;

import org.jspecify.annotations.NullMarked;
