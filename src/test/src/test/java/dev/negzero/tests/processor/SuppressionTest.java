package dev.negzero.tests.processor;

import static dev.negzero.tests.processor.Compiled.GOOD;
import static dev.negzero.tests.processor.Compiled.source;

import javax.tools.JavaFileObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where {@code @SuppressWarnings} silences a warning of ours, and which word of it does. */
class SuppressionTest {
    private static final String IMPORTS =
            "package com.acme;\nimport dev.negzero.annotations.*;\nimport dev.negzero.runtime.*;\n";
    private static final String BUFFERS = "(DeviceBuffer<BF16> in, DeviceBuffer<BF16> out, long count);";
    private static final String NARROW = "@AllReduce(width = 4) void narrow" + BUFFERS;
    private static final String WARNING =
            "NZ311: a pack of fewer than 16 bytes takes more accesses for the same message; found width 4 x BF16 = 8"
                    + " bytes; use width 8; @SuppressWarnings(\"negzero:NZ311\") if it is meant";
    private static final String COLLECTIVE = "@Collective(" + GOOD + ") ";

    private static JavaFileObject at(String name, String text) {
        return source("com.acme." + name, IMPORTS + text);
    }

    private static void warning(String expected, JavaFileObject... sources) {
        Compiled.with(java.util.List.of("-Xlint:all"), sources).assertMessages(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"negzero\"", "\"negzero:NZ311\"", "{\"unused\", \"negzero:NZ311\"}"})
    void onTheMethodTheInterfaceOrATypeAround(String words) {
        String suppress = "@SuppressWarnings(" + words + ") ";
        Compiled.of(at("Sums", COLLECTIVE + "interface Sums {\n" + suppress + NARROW + "\n}"))
                .assertSucceeds();
        Compiled.of(at("Sums", suppress + COLLECTIVE + "interface Sums {\n" + NARROW + "\n}"))
                .assertSucceeds();
        Compiled.of(at("Outer", suppress + "class Outer { " + COLLECTIVE + "interface Sums {\n" + NARROW + "\n} }"))
                .assertSucceeds();
    }

    @ParameterizedTest
    @ValueSource(strings = {"all", "NZ311", "negzero:NZ310", "negzero:"})
    void otherWordsDoNot(String word) {
        warning(
                "Sums.java:5: " + WARNING,
                at("Sums", COLLECTIVE + "interface Sums {\n@SuppressWarnings(\"" + word + "\") " + NARROW + "\n}"));
    }

    @Test
    void notByAnotherMethod() {
        warning(
                "Sums.java:6: " + WARNING,
                at(
                        "Sums",
                        COLLECTIVE + "interface Sums {\n@SuppressWarnings(\"negzero\") @AllReduce void sum" + BUFFERS
                                + "\n" + NARROW + "\n}"));
    }

    /** The warning stands on the interface that inherits the method, so it can be silenced there. */
    @Test
    void onTheInterfaceThatInheritsTheMethod() {
        JavaFileObject parent = at("Super", "interface Super {\n" + NARROW + "\n}");
        warning(
                "Sums.java:4: " + WARNING
                        + " (in narrow(DeviceBuffer,DeviceBuffer,long), inherited from com.acme.Super)",
                parent,
                at("Sums", COLLECTIVE + "interface Sums extends Super {}"));
        Compiled.of(
                        parent,
                        at(
                                "Sums",
                                "@SuppressWarnings(\"negzero:NZ311\") " + COLLECTIVE
                                        + "interface Sums extends Super {}"))
                .assertSucceeds();
    }

    @Test
    void errorsStay() {
        Compiled.of(at("Sums", "@SuppressWarnings(\"negzero\") " + COLLECTIVE + "interface Sums {\nvoid f();\n}"))
                .assertMessages(
                        "Sums.java:5: NZ201: an abstract method of a @Collective interface needs an op annotation;"
                                + " found none on f(); add one, such as @AllReduce, or give the method a default body");
    }
}
