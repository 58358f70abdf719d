package dev.negzero.spec.rules;

import static dev.negzero.spec.rules.MethodBuilder.allReduce;
import static dev.negzero.spec.rules.MethodBuilder.barrier;
import static dev.negzero.spec.rules.MethodBuilder.buffer;
import static dev.negzero.spec.rules.MethodBuilder.count;
import static dev.negzero.spec.rules.MethodBuilder.counts;
import static dev.negzero.spec.rules.MethodBuilder.peer;
import static dev.negzero.spec.rules.MethodBuilder.plain;
import static dev.negzero.spec.rules.MethodBuilder.root;
import static dev.negzero.spec.rules.MethodBuilder.symmetric;
import static dev.negzero.spec.rules.MethodBuilder.varargs;
import static dev.negzero.spec.rules.TypeBuilder.type;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.annotations.DType;
import dev.negzero.spec.Finding;
import dev.negzero.spec.Operation;
import dev.negzero.spec.ParameterSpec;
import dev.negzero.spec.ParameterSpec.Kind;
import dev.negzero.spec.Problem;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ParametersRuleTest {
    private final Rule rule = new ParametersRule();

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
    void skipsPeers() {
        Findings.none(
                rule,
                type().methods(MethodBuilder.of("sum", Operation.SEND)
                        .parameters(peer("to"), buffer("in", DType.BF16), count())));
    }

    @ParameterizedTest
    @CsvSource({
        "REDUCE_SCATTER, 2",
        "REDUCE, 2",
        "ALL_GATHER, 2",
        "BROADCAST, 1",
        "SCATTER, 2",
        "GATHER, 2",
        "ALL_TO_ALL, 2",
        "SEND, 1",
        "RECEIVE, 1",
        "BARRIER, 0"
    })
    void acceptsWhatEachOperationTakes(Operation operation, int buffers) {
        Findings.none(rule, type().methods(MethodBuilder.of("sum", operation).parameters(wellFormed(buffers))));
    }

    /** One buffer more is one parameter too many, and the last of them stands where the count should. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "REDUCE_SCATTER|2|(DeviceBuffer<BF16> in, DeviceBuffer<BF16> out, long countPerRank)|long",
                "REDUCE|2|(DeviceBuffer<BF16> in, DeviceBuffer<BF16> out, long count, @Root int root)|long",
                "ALL_GATHER|2|(DeviceBuffer<BF16> in, DeviceBuffer<BF16> out, long countPerRank or long[] counts)|long or long[]",
                "BROADCAST|1|(DeviceBuffer<BF16> inOut, long count, @Root int root)|long",
                "SCATTER|2|(DeviceBuffer<BF16> in, DeviceBuffer<BF16> out, long countPerRank, @Root int root)|long",
                "GATHER|2|(DeviceBuffer<BF16> in, DeviceBuffer<BF16> out, long countPerRank, @Root int root)|long",
                "ALL_TO_ALL|2|(DeviceBuffer<BF16> in, DeviceBuffer<BF16> out, long countPerPair or long[] counts)|long or long[]",
                "SEND|1|(DeviceBuffer<BF16> in, long count, @Peer int to)|long",
                "RECEIVE|1|(DeviceBuffer<BF16> out, long count, @Peer int from)|long"
            })
    void refusesABufferTooMany(Operation operation, int buffers, String expected, String count) {
        String takes = "@" + operation.annotation() + " takes " + expected;
        assertEquals(
                List.of(
                        "NZ212: " + takes + "; found DeviceBuffer<BF16> b" + buffers + "; declare parameter "
                                + (buffers + 1) + " as " + count,
                        "NZ211: " + takes + "; found the extra parameter count; remove it"),
                texts(MethodBuilder.of("sum", operation).parameters(wellFormed(buffers + 1))));
    }

    @Test
    void refusesEachParameterOfABarrier() {
        Findings.one(
                rule,
                type().methods(barrier("sum").parameters(count())),
                Problem.EXTRA_PARAMETER,
                Findings.parameter(0),
                "NZ211: @Barrier takes (); found the extra parameter count; remove it");
    }

    @Test
    void namesNoRootParameterWhereTheAnnotationHasTheRoot() {
        assertEquals(
                List.of("NZ210: @Broadcast takes (DeviceBuffer<BF16> inOut, long count);"
                        + " found (DeviceBuffer<BF16> b0); add the missing parameter"),
                texts(MethodBuilder.of("sum", Operation.BROADCAST).root(0).parameters(buffer("b0", DType.BF16))));
    }

    @ParameterizedTest
    @EnumSource(names = {"ALL_GATHER", "ALL_TO_ALL"})
    void acceptsACountForEach(Operation operation) {
        Findings.none(
                rule,
                type().methods(MethodBuilder.of("sum", operation)
                        .parameters(buffer("in", DType.BF16), buffer("out", DType.BF16), counts())));
    }

    @ParameterizedTest
    @EnumSource(names = {"ALL_REDUCE", "REDUCE_SCATTER", "SCATTER", "GATHER", "REDUCE"})
    void refusesACountForEachElsewhere(Operation operation) {
        MethodBuilder method = MethodBuilder.of("sum", operation)
                .root(0)
                .parameters(buffer("in", DType.BF16), buffer("out", DType.BF16), counts());
        List<String> texts = texts(method);
        assertEquals(1, texts.size());
        assertTrue(
                texts.get(0).startsWith("NZ212: ")
                        && texts.get(0).endsWith("; found long[] counts; declare parameter 3 as long"),
                texts.get(0));
    }

    @Test
    void refusesVariableArityOfCounts() {
        assertEquals(
                List.of("NZ215: a collective can't have variable arity; found long... counts; write long or long[]"),
                texts(MethodBuilder.of("sum", Operation.ALL_GATHER)
                        .parameters(
                                buffer("in", DType.BF16),
                                buffer("out", DType.BF16),
                                varargs("counts", "long...", Kind.LONG_ARRAY))));
    }

    @Test
    void leavesMethodsOfNoOrSeveralOperationsToTheirRule() {
        Findings.none(rule, type().methods(barrier("sum").operations().parameters(count())));
        Findings.none(
                rule,
                type().methods(barrier("sum")
                        .operations(Operation.ALL_REDUCE, Operation.BARRIER)
                        .parameters(count())));
    }

    private static ParameterSpec[] wellFormed(int buffers) {
        Stream<ParameterSpec> all = IntStream.range(0, buffers).mapToObj(i -> buffer("b" + i, DType.BF16));
        return (buffers == 0 ? all : Stream.concat(all, Stream.of(count()))).toArray(ParameterSpec[]::new);
    }

    private List<String> texts(MethodBuilder method) {
        return rule.check(type().methods(method).build()).stream()
                .map(Finding::text)
                .toList();
    }
}
