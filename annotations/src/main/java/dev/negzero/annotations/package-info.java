/** What users write: the annotations and enums that describe a collective. No dependencies. */
@NullMarked
package dev.negzero.annotations;

import org.jspecify.annotations.NullMarked;
