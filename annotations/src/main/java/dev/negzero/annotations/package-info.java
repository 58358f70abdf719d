/** What users write: the annotations and enums that describe a collective. No dependencies. */
package dev.negzero.annotations;
