/** The emitted kernels in native builds: plain C++ under sanitizers, mutated headers, and the GPU compilers. */
@NullMarked
package dev.negzero.tests.nativebuild;

import org.jspecify.annotations.NullMarked;
