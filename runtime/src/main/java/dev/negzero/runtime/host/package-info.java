/**
 * The engine that runs collectives inside the JVM, over memory that ranks share as threads or as processes. Internal to
 * the runtime.
 *
 * <p>On the data path ranks share bytes and nothing else: no lock, no latch and no object that a peer changes. Any rank
 * may therefore be another JVM, or a native build of the same kernel.
 */
@NullMarked
package dev.negzero.runtime.host;

import org.jspecify.annotations.NullMarked;
