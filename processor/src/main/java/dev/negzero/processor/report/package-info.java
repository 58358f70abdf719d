/** From findings to compiler messages on the very annotation value. */
@NullMarked
package dev.negzero.processor.report;

import org.jspecify.annotations.NullMarked;
