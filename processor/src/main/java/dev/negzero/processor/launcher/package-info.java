/** From a plan to the Java launcher. */
@NullMarked
package dev.negzero.processor.launcher;

import org.jspecify.annotations.NullMarked;
