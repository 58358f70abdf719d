/** The rules that a spec must obey, one class each. {@link dev.negzero.spec.rules.RuleSet} runs them all. */
@NullMarked
package dev.negzero.spec.rules;

import org.jspecify.annotations.NullMarked;
