/**
 * The engine that runs collectives on NVIDIA GPUs, through the CUDA driver. Only this package knows JCuda and JNA, which
 * an application without a GPU doesn't need.
 */
@NullMarked
package dev.negzero.runtime.cuda;

import org.jspecify.annotations.NullMarked;
