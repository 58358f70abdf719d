/** Small programs, numbered in the order of reading; each shows one thing and prints what it did. */
@NullMarked
package dev.negzero.samples.small;

import org.jspecify.annotations.NullMarked;
