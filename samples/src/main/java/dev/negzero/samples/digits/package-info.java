/**
 * Data-parallel training of a small network on handwritten digits: each rank takes its shard of each batch, the ranks'
 * gradients are added by a generated all-reduce, and every rank applies the same update.
 */
@NullMarked
package dev.negzero.samples.digits;

import org.jspecify.annotations.NullMarked;
