/** What ships: the jars, and what users' builds make of them. Classes named {@code *IT} run once the jars are there. */
@NullMarked
package dev.negzero.tests.packaging;

import org.jspecify.annotations.NullMarked;
