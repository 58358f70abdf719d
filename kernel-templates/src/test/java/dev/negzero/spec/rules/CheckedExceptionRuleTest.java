package dev.negzero.spec.rules;

import static dev.negzero.spec.rules.MethodBuilder.allReduce;
import static dev.negzero.spec.rules.TypeBuilder.type;

import dev.negzero.spec.Problem;
import org.junit.jupiter.api.Test;

class CheckedExceptionRuleTest {
    private final Rule rule = new CheckedExceptionRule();

    @Test
    void acceptsNone() {
        Findings.none(rule, type());
    }

    @Test
    void refusesCheckedExceptions() {
        Findings.one(
                rule,
                type().methods(allReduce("sum").checkedExceptions("IOException", "TimeoutException")),
                Problem.CHECKED_EXCEPTION,
                Findings.parameter(-1),
                "NZ205: a collective throws no checked exceptions; found throws IOException, TimeoutException; remove them; faults are CollectiveException, which is unchecked");
    }
}
