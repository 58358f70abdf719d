package dev.negzero.tests.processor;

import static dev.negzero.tests.processor.Compiled.GOOD;
import static dev.negzero.tests.processor.Compiled.SUM;
import static dev.negzero.tests.processor.Compiled.source;
import static dev.negzero.tests.processor.Compiled.sums;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.emit.KernelManifest;
import dev.negzero.processor.NegzeroProcessor;
import java.util.List;
import javax.tools.JavaFileObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** P15: values are read as the compiler sees them, and errors stand on them. */
class ValuesTest {
    private static final JavaFileObject CONSTANTS = source(
            "com.acme.Constants",
            "package com.acme; class Constants { static final int WIDTH = 4; static final long BYTES = 1L << 40; }");

    @Test
    void constantsOfAnotherClassAndComputedOnes() {
        Compiled compiled = Compiled.of(
                        CONSTANTS,
                        sums(
                                "dtype = DType.BF16, width = Constants.WIDTH * 2, groupSize = (1 << 2) - 1, maxBytes = 'a' * 16",
                                "@AllReduce(protocol = Protocol.MAILBOX)",
                                "void f(DeviceBuffer<BF16> in, DeviceBuffer<BF16> out, long count);"))
                .assertSucceeds();
        var plan = KernelManifest.parse(compiled.generated("META-INF/negzero/com/acme/Sums.json"))
                .plan();
        assertEquals(3, plan.groupSize());
        assertEquals(8, plan.methods().get(0).width());
        assertEquals(97 * 16, plan.methods().get(0).variants().get(0).limitBytes());
    }

    @Test
    void errorsStandOnTheExpression() {
        Compiled compiled = Compiled.of(
                CONSTANTS,
                sums(
                        "dtype = DType.F32, width = Constants.WIDTH + 1, groupSize = -1,"
                                + " scope = Scope.WORKGROUP, maxBytes = Constants.BYTES",
                        "@Barrier void meet();"));
        compiled.assertMessages(
                "Sums.java:4: NZ110: a pack must have 4, 8 or 16 bytes; found width 5 x F32 (4 bytes) = 20 bytes; use width"
                        + " 1, 2 or 4",
                "Sums.java:4: NZ111: groupSize is out of range; found -1; use 2 to 16",
                "Sums.java:4: NZ112: this scope is for device primitives and names no set of ranks; found WORKGROUP; use"
                        + " SYSTEM (ranks are GPUs) or DEVICE (ranks are streams of one GPU)",
                "Sums.java:4: NZ113: maxBytes is out of range; found 1099511627776; use 16 to 1073741824 bytes");
        assertEquals(
                List.of("4: Constants.WIDTH + 1", "4: -1", "4: Scope.WORKGROUP", "4: Constants.BYTES"),
                compiled.places());
    }

    @Test
    void overflowIsSeenAsTheCompilerSeesIt() {
        Compiled compiled = Compiled.of(
                List.of(),
                List.of(new NegzeroProcessor()),
                sums(GOOD + ", maxBytes = 1 << 31", "@Barrier void meet();"));
        compiled.assertMessages(
                "Sums.java:4: NZ113: maxBytes is out of range; found -2147483648; use 16 to 1073741824 bytes");
        assertEquals(List.of("4: 1 << 31"), compiled.places());
    }

    @Test
    void aWrittenZeroIsNotADefault() {
        Compiled compiled = Compiled.of(sums(
                GOOD,
                "@AllReduce(width = 0, maxBytes = 0)",
                "void f(DeviceBuffer<BF16> in, DeviceBuffer<BF16> out, long count);"));
        compiled.assertMessages(
                "Sums.java:6: NZ110: a pack must have 4, 8 or 16 bytes; found width 0 x BF16 (2 bytes) = 0 bytes; use width"
                        + " 2, 4 or 8",
                "Sums.java:6: NZ113: maxBytes is out of range; found 0; use 16 to 1073741824 bytes");
        assertEquals(List.of("6: 0", "6: 0"), compiled.places());
    }

    @Test
    void protocolOpAndDTypeOfAMethod() {
        Compiled compiled = Compiled.of(sums(
                "dtype = DType.BF16, width = 8, groupSize = 4",
                "@AllReduce(dtype = DType.I32, width = 4, op = ReduceOp.AVG, protocol = Protocol.LAMPORT)",
                "void f(DeviceBuffer<I32> in, DeviceBuffer<I32> out, long count);",
                "@AllReduce(dtype = {DType.F16, DType.BF16}, protocol = Protocol.SIGNAL)",
                "void g(DeviceBuffer<F16> in, DeviceBuffer<F16> out, long count);"));
        compiled.assertMessages(
                "Sums.java:6: NZ301: LAMPORT marks an empty slot with -0.0, which integers don't have; found protocol LAMPORT"
                        + " with I32; use AUTO, SIGNAL or MAILBOX",
                "Sums.java:6: NZ302: AVG rounds, so it is for floating-point types only; found op AVG with I32; use SUM and"
                        + " divide as you need",
                "Sums.java:8: NZ115: a method has one element type; found F16, BF16; keep one, and write a method for each"
                        + " other");
    }

    @Test
    void aLargeLamportRegionIsAWarningThatCanBeSilenced() {
        String method = "@AllReduce(protocol = Protocol.LAMPORT)\n"
                + "void f(DeviceBuffer<BF16> in, DeviceBuffer<BF16> out, long count);";
        String large = "dtype = DType.BF16, width = 8, groupSize = 4, maxBytes = 16 << 20";
        List<String> options = List.of("-Xlint:all");
        Compiled compiled = Compiled.of(
                options, List.of(new NegzeroProcessor()), sums(large, "@SuppressWarnings(\"negzero:NZ312\")", method));
        compiled.assertMessages("Sums.java:7: NZ310: protocol LAMPORT by name reserves slots for messages of maxBytes;"
                + " found 96 MiB a rank; set maxBytes to the longest message that it carries, or use AUTO;"
                + " @SuppressWarnings(\"negzero:NZ310\") if it is meant");
        assertEquals(List.of("7: Protocol.LAMPORT"), compiled.places());
        assertTrue(compiled.generated().containsKey("com/acme/SumsLauncher.java"));
        Compiled.of(sums(large, "@SuppressWarnings(\"negzero\")", method)).assertSucceeds();
    }

    /** Its text differs between versions of javac. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "dtype = DType.BF17, width = 8, groupSize = 2",
                "dtype = DType.BF16, width = \"8\", groupSize = 2",
                "dtype = DType.BF16, width = 8"
            })
    void whatJavacRefusesIsLeftToJavac(String annotation) {
        List<String> messages = Compiled.of(sums(annotation, SUM)).messages();
        assertEquals(1, messages.size(), messages.toString());
        assertTrue(messages.get(0).startsWith("Sums.java:4: "), messages.get(0));
        assertFalse(messages.get(0).contains("NZ"), messages.get(0));
    }

    /** Here: an annotation jar that is newer than the processor. */
    @Test
    void anExceptionOfOursIsAnErrorOnTheInterface() {
        JavaFileObject newer = source(
                "dev.negzero.annotations.DType", "package dev.negzero.annotations; public enum DType { BF16, NEXT }");
        List<String> messages = Compiled.of(newer, sums("dtype = DType.NEXT, width = 8, groupSize = 2", SUM))
                .messages();
        assertEquals(1, messages.size(), messages.toString());
        assertTrue(
                messages.get(0)
                        .startsWith("Sums.java:5: NZ499: the negzero processor failed; this is a bug of negzero; found"
                                + " java.lang.IllegalArgumentException: No enum constant"
                                + " dev.negzero.annotations.DType.NEXT at "),
                messages.get(0));
    }
}
