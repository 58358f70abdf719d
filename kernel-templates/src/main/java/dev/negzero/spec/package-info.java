/** What the user wrote, as records, and the rules it must obey. Knows nothing of javac, CUDA or files. */
@NullMarked
package dev.negzero.spec;

import org.jspecify.annotations.NullMarked;
