/** The {@code negzero} command: demo, plan, doctor, bench. */
@NullMarked
package dev.negzero.cli;

import org.jspecify.annotations.NullMarked;
