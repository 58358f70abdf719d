/** Turns {@code @Collective} interfaces into launchers, kernel sources and manifests while they are compiled. */
@NullMarked
package dev.negzero.processor;

import org.jspecify.annotations.NullMarked;
