package dev.negzero.tests.processor;

import static dev.negzero.tests.processor.Compiled.GOOD;
import static dev.negzero.tests.processor.Compiled.sums;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the compiler says of wrong collectives: code, line, text, and the source that the error stands on. */
class CollectiveErrorsTest {
    private static final String BUFFERS = "DeviceBuffer<BF16> in, DeviceBuffer<BF16> out";

    private static void error(String method, String text, String place) {
        Compiled compiled = Compiled.of(sums(GOOD, method));
        compiled.assertMessages("Sums.java:6: " + text);
        assertEquals(List.of("6: " + place), compiled.places());
    }

    @Test
    void rootMissing() {
        error(
                "@Reduce void f(" + BUFFERS + ", long count);",
                "NZ216: @Reduce needs a root rank; found neither a value of root nor a parameter with @Root; write"
                        + " @Reduce(root = 0), or add the parameter @Root int root",
                "@Reduce void f(" + BUFFERS + ", long count);");
    }

    @Test
    void rootTwice() {
        error(
                "@Broadcast(root = 1) void f(DeviceBuffer<BF16> x, long count, @Root int from);",
                "NZ217: @Broadcast has one root rank; found root = 1 and @Root on parameter from; keep one",
                "@Root");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "2"})
    void rootOutOfRange(String root) {
        error(
                "@Gather(root = " + root + ") void f(" + BUFFERS + ", long countPerRank);",
                "NZ218: root is no rank of the group; found " + root
                        + "; use 0 to 1, or leave it out and add the parameter @Root int root",
                root);
    }

    @Test
    void rootOfAnotherType() {
        error(
                "@Scatter void f(" + BUFFERS + ", long countPerRank, @Root long root);",
                "NZ219: @Root stands on an int parameter; found long root; write @Root int root",
                "@Root long root");
    }

    @Test
    void rootOfAnAllGather() {
        error(
                "@AllGather void f(" + BUFFERS + ", long countPerRank, @Root int root);",
                "NZ207: @AllGather has no root rank; found @Root on parameter root; remove the parameter",
                "@Root");
    }

    @Test
    void peerOfABroadcast() {
        error(
                "@Broadcast(root = 0) void f(DeviceBuffer<BF16> x, long count, @Peer int to);",
                "NZ220: @Broadcast has no peer rank: all ranks take part; found @Peer on parameter to; remove the parameter",
                "@Peer");
    }

    @Test
    void aHandOffWithoutPeer() {
        Compiled.of(sums(
                        GOOD,
                        "@Send void f(DeviceBuffer<BF16> x, long count, int to);",
                        "@Receive void g(DeviceBuffer<BF16> x, long count, @Peer int from);"))
                .assertMessages(
                        "Sums.java:6: NZ221: @Send names the other rank in one parameter; found no parameter with @Peer;"
                                + " declare one, @Peer int to",
                        "Sums.java:6: NZ211: @Send takes (DeviceBuffer<BF16> in, long count, @Peer int to); found the extra"
                                + " parameter to; remove it");
    }

    @Test
    void aHandOffThatNothingMeets() {
        String send =
                "@SuppressWarnings(\"negzero:NZ311\") @Send(width = 4) void f(DeviceBuffer<BF16> x, long count, @Peer int to);";
        String receive = "@Receive void g(DeviceBuffer<BF16> x, long count, @Peer int from);";
        Compiled.of(sums(GOOD, send, receive))
                .assertMessages(
                        "Sums.java:6: NZ222: @Send needs a @Receive that it can meet; found none of BF16 with width 4,"
                                + " protocol AUTO and maxBytes 8388608; add one, or make the values of both equal",
                        "Sums.java:7: NZ222: @Receive needs a @Send that it can meet; found none of BF16 with width 8,"
                                + " protocol AUTO and maxBytes 8388608; add one, or make the values of both equal");
    }

    @Test
    void lamportOfAMovement() {
        error(
                "@AllToAll(protocol = Protocol.LAMPORT) void f(" + BUFFERS + ", long countPerPair);",
                "NZ304: LAMPORT can't carry -0.0, so it can't move bits unchanged; found protocol LAMPORT on @AllToAll; use"
                        + " AUTO, SIGNAL or MAILBOX",
                "Protocol.LAMPORT");
    }

    @Test
    void lamportOfAReduce() {
        error(
                "@Reduce(root = 0, protocol = Protocol.LAMPORT) void f(" + BUFFERS + ", long count);",
                "NZ305: LAMPORT needs every rank to hear from every other, and in a reduce only the root does; found"
                        + " protocol LAMPORT on @Reduce; use AUTO, SIGNAL or MAILBOX, or @AllReduce",
                "Protocol.LAMPORT");
    }

    @Test
    void averageOfIntegers() {
        error(
                "@ReduceScatter(op = ReduceOp.AVG, dtype = DType.I64, width = 2)"
                        + " void f(DeviceBuffer<I64> in, DeviceBuffer<I64> out, long countPerRank);",
                "NZ302: AVG rounds, so it is for floating-point types only; found op AVG with I64; use SUM and divide as"
                        + " you need",
                "ReduceOp.AVG");
    }

    @Test
    void countsOfAReduceScatter() {
        error(
                "@ReduceScatter void f(" + BUFFERS + ", long[] counts);",
                "NZ212: @ReduceScatter takes (DeviceBuffer<BF16> in, DeviceBuffer<BF16> out, long countPerRank); found"
                        + " long[] counts; declare parameter 3 as long",
                "long[] counts");
    }

    @Test
    void intCounts() {
        error(
                "@AllGather void f(" + BUFFERS + ", int[] counts);",
                "NZ212: @AllGather takes (DeviceBuffer<BF16> in, DeviceBuffer<BF16> out, long countPerRank or long[]"
                        + " counts); found int[] counts; declare parameter 3 as long or long[]",
                "int[] counts");
    }

    @Test
    void variableArityOfCounts() {
        error(
                "@AllGather void f(" + BUFFERS + ", long... counts);",
                "NZ215: a collective can't have variable arity; found long... counts; write long or long[]",
                "long... counts");
    }

    @Test
    void aBroadcastOfTwoBuffers() {
        Compiled.of(sums(GOOD, "@Broadcast(root = 0) void f(" + BUFFERS + ", long count);"))
                .assertMessages(
                        "Sums.java:6: NZ212: @Broadcast takes (DeviceBuffer<BF16> inOut, long count); found"
                                + " DeviceBuffer<BF16> out; declare parameter 2 as long",
                        "Sums.java:6: NZ211: @Broadcast takes (DeviceBuffer<BF16> inOut, long count); found the extra"
                                + " parameter count; remove it");
    }

    /** Which parameter is the root is a part of a method's meaning. */
    @Test
    void superInterfacesThatDisagreeAboutTheRoot() {
        String head = "package com.acme; import dev.negzero.annotations.*; import dev.negzero.runtime.*;\n";
        String method = "@Broadcast void f(DeviceBuffer<BF16> x, long count, %s int rank);";
        Compiled.of(
                        Compiled.source("com.acme.A", head + "interface A { " + method.formatted("@Root") + " }"),
                        Compiled.source("com.acme.B", head + "interface B { " + method.formatted("@Peer") + " }"),
                        Compiled.source(
                                "com.acme.Sums",
                                head + "@Collective(" + GOOD + ") public interface Sums extends A, B {}"))
                .assertMessages("Sums.java:2: NZ203: super-interfaces annotate one method differently;"
                        + " found f(DeviceBuffer,long,int) in com.acme.A and com.acme.B; override it in Sums with the"
                        + " annotation that you mean (in f(DeviceBuffer,long,int), inherited from com.acme.A)");
    }
}
