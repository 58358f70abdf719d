package dev.negzero.spec.rules;

import static dev.negzero.spec.rules.MethodBuilder.allReduce;
import static dev.negzero.spec.rules.MethodBuilder.barrier;
import static dev.negzero.spec.rules.MethodBuilder.buffer;
import static dev.negzero.spec.rules.MethodBuilder.count;
import static dev.negzero.spec.rules.MethodBuilder.plain;
import static dev.negzero.spec.rules.MethodBuilder.root;
import static dev.negzero.spec.rules.MethodBuilder.symmetric;
import static dev.negzero.spec.rules.MethodBuilder.varargs;
import static dev.negzero.spec.rules.TypeBuilder.type;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.negzero.annotations.DType;
import dev.negzero.spec.Finding;
import dev.negzero.spec.ParameterSpec.Kind;
import dev.negzero.spec.Problem;
import java.util.List;
import org.junit.jupiter.api.Test;

class AllReduceParametersRuleTest {
    private final Rule rule = new AllReduceParametersRule();

    @Test
    void acceptsTwoBuffersAndACount() {
        Findings.none(rule, type());
    }

    @Test
    void acceptsSymmetricBuffers() {
        Findings.none(
                rule,
                type().methods(allReduce("sum")
                        .parameters(symmetric("in", DType.BF16), symmetric("out", DType.BF16), count())));
    }

    @Test
    void followsTheMethodsDType() {
        Findings.none(
                rule,
                type().methods(allReduce("sum")
                        .dtype(DType.F16)
                        .parameters(buffer("in", DType.F16), buffer("out", DType.F16), count())));
    }

    @Test
    void refusesAnotherMarker() {
        Findings.one(
                rule,
                type().methods(allReduce("sum")
                        .parameters(buffer("in", DType.BF16), symmetric("out", DType.F16), count())),
                Problem.WRONG_MARKER,
                Findings.parameter(1),
                "NZ214: the buffer's element type is not the method's dtype BF16; found SymmetricBuffer<F16> out; write SymmetricBuffer<BF16>, or set dtype = DType.F16");
    }

    @Test
    void refusesARawBuffer() {
        Findings.one(
                rule,
                type().methods(allReduce("sum")
                        .parameters(
                                plain("in", "DeviceBuffer", Kind.UNTYPED_BUFFER), buffer("out", DType.BF16), count())),
                Problem.UNTYPED_BUFFER,
                Findings.parameter(0),
                "NZ213: a buffer parameter must name its element type; found DeviceBuffer in; write DeviceBuffer<BF16>");
    }

    @Test
    void refusesAnotherTypeForABuffer() {
        Findings.one(
                rule,
                type().methods(allReduce("sum")
                        .parameters(plain("in", "float[]", Kind.OTHER), buffer("out", DType.BF16), count())),
                Problem.PARAMETER_TYPE,
                Findings.parameter(0),
                "NZ212: @AllReduce takes (DeviceBuffer<BF16> in, DeviceBuffer<BF16> out, long count); found float[] in; declare parameter 1 as DeviceBuffer<BF16>");
    }

    @Test
    void refusesAnIntCount() {
        Findings.one(
                rule,
                type().methods(allReduce("sum")
                        .parameters(
                                buffer("in", DType.BF16), buffer("out", DType.BF16), plain("count", "int", Kind.INT))),
                Problem.PARAMETER_TYPE,
                Findings.parameter(2),
                "NZ212: @AllReduce takes (DeviceBuffer<BF16> in, DeviceBuffer<BF16> out, long count); found int count; declare parameter 3 as long");
    }

    @Test
    void refusesVarargs() {
        Findings.one(
                rule,
                type().methods(allReduce("sum")
                        .parameters(
                                buffer("in", DType.BF16),
                                buffer("out", DType.BF16),
                                varargs("counts", "long...", Kind.OTHER))),
                Problem.VARARGS,
                Findings.parameter(2),
                "NZ215: a collective can't have variable arity; found long... counts; write long");
    }

    @Test
    void refusesAnExtraParameter() {
        Findings.one(
                rule,
                type().methods(allReduce("sum")
                        .parameters(
                                buffer("in", DType.BF16),
                                buffer("out", DType.BF16),
                                count(),
                                plain("stream", "long", Kind.LONG))),
                Problem.EXTRA_PARAMETER,
                Findings.parameter(3),
                "NZ211: @AllReduce takes (DeviceBuffer<BF16> in, DeviceBuffer<BF16> out, long count); found the extra parameter stream; remove it");
    }

    @Test
    void refusesAMissingCount() {
        Findings.one(
                rule,
                type().methods(allReduce("sum").parameters(buffer("in", DType.BF16), buffer("out", DType.BF16))),
                Problem.MISSING_PARAMETER,
                Findings.parameter(-1),
                "NZ210: @AllReduce takes (DeviceBuffer<BF16> in, DeviceBuffer<BF16> out, long count); found (DeviceBuffer<BF16> in, DeviceBuffer<BF16> out); add the missing parameter");
    }

    @Test
    void saysNothingOfPositionsWhenOneIsMissing() {
        Findings.one(
                rule,
                type().methods(allReduce("sum").parameters(buffer("in", DType.BF16), count())),
                Problem.MISSING_PARAMETER,
                Findings.parameter(-1),
                "NZ210: @AllReduce takes (DeviceBuffer<BF16> in, DeviceBuffer<BF16> out, long count); found (DeviceBuffer<BF16> in, long count); add the missing parameter");
    }

    @Test
    void looksAtMarkersWhenAParameterIsMissing() {
        assertEquals(
                List.of(Problem.MISSING_PARAMETER, Problem.WRONG_MARKER),
                rule
                        .check(type().methods(
                                        allReduce("sum").parameters(buffer("in", DType.F32), buffer("out", DType.BF16)))
                                .build())
                        .stream()
                        .map(Finding::problem)
                        .toList());
    }

    @Test
    void skipsRoots() {
        Findings.none(
                rule,
                type().methods(allReduce("sum")
                        .parameters(buffer("in", DType.BF16), root("rank"), buffer("out", DType.BF16), count())));
    }

    @Test
    void leavesBarriersToTheirRule() {
        Findings.none(rule, type().methods(barrier("sum")));
    }
}
