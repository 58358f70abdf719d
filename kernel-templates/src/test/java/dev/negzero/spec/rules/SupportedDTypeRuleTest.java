package dev.negzero.spec.rules;

import static dev.negzero.spec.rules.MethodBuilder.allReduce;
import static dev.negzero.spec.rules.MethodBuilder.barrier;
import static dev.negzero.spec.rules.TypeBuilder.type;

import dev.negzero.annotations.DType;
import dev.negzero.spec.Place;
import dev.negzero.spec.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SupportedDTypeRuleTest {
    private final Rule rule = new SupportedDTypeRule();

    @ParameterizedTest
    @EnumSource(names = {"BF16", "F16", "F32"})
    void acceptsWhatTheEnginesReduce(DType dtype) {
        Findings.none(rule, type().dtype(dtype));
    }

    @Test
    void reportsAnInheritedDTypeOnce() {
        Findings.one(
                rule,
                type().dtype(DType.F64).methods(allReduce("a"), allReduce("b")),
                Problem.UNSUPPORTED_DTYPE,
                Place.collective("dtype"),
                "NZ303: @AllReduce doesn't support this dtype yet; found F64; use one of BF16, F16, F32");
    }

    @Test
    void standsOnAMethodsOwnDType() {
        Findings.one(
                rule,
                type().methods(allReduce("sum").dtype(DType.I8)),
                Problem.UNSUPPORTED_DTYPE,
                Findings.sum("dtype"),
                "NZ303: @AllReduce doesn't support this dtype yet; found I8; use one of BF16, F16, F32");
    }

    @Test
    void acceptsAnyDTypeForABarrier() {
        Findings.none(rule, type().dtype(DType.I64).methods(barrier("meet")));
    }

    @Test
    void acceptsADTypeThatEachMethodReplaces() {
        Findings.none(rule, type().dtype(DType.F64).methods(allReduce("sum").dtype(DType.F32)));
    }
}
