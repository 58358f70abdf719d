/** Random inputs, guided by coverage, to everything that reads what others wrote. */
@NullMarked
package dev.negzero.tests.fuzz;

import org.jspecify.annotations.NullMarked;
