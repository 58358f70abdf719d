/** What the user wrote, as records, and the rules it must obey. Knows nothing of javac, CUDA or files. */
package dev.negzero.spec;
