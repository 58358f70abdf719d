/** The protocols as models, which spin searches through, and mutants of them, which it must refute. */
@NullMarked
package dev.negzero.tests.verification;

import org.jspecify.annotations.NullMarked;
