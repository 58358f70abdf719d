/** The {@code negzero} command: demo, plan, doctor. */
@NullMarked
package dev.negzero.cli;

import org.jspecify.annotations.NullMarked;
