/** The seam between the public API and what runs collectives. Internal to the runtime. */
@NullMarked
package dev.negzero.runtime.engine;

import org.jspecify.annotations.NullMarked;
