/** From javac's elements to a {@link dev.negzero.spec.CollectiveSpec}. */
@NullMarked
package dev.negzero.processor.read;

import org.jspecify.annotations.NullMarked;
