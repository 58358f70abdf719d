package dev.negzero.tests.processor;

import static dev.negzero.tests.processor.Compiled.GOOD;
import static dev.negzero.tests.processor.Compiled.SUM;
import static dev.negzero.tests.processor.Compiled.source;

import javax.tools.JavaFileObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** P14: the annotation on something that can't have a launcher. */
class DeclarationTest {
    private static JavaFileObject thing(String declaration) {
        return source(
                "com.acme.Thing",
                "package com.acme;\nimport dev.negzero.annotations.*;\nimport dev.negzero.runtime.*;\n@Collective("
                        + GOOD + ")\n" + declaration + "\n");
    }

    @ParameterizedTest
    @CsvSource({
        "class, 'public abstract class Thing { @Barrier abstract void meet(); }'",
        "record, 'public record Thing(int x) {}'",
        "enum, 'public enum Thing { A }'",
        "annotation type, 'public @interface Thing {}'"
    })
    void noInterface(String kind, String declaration) {
        Compiled.of(thing(declaration))
                .assertMessages("Thing.java:5: NZ101: @Collective can only stand on an interface; found the " + kind
                        + " Thing; declare an interface and let your code call its launcher");
    }

    @Test
    void sealedInterface() {
        Compiled.of(thing("public sealed interface Thing permits Thing.Part {\n" + SUM
                        + "\nnon-sealed interface Part extends Thing {} }"))
                .assertMessages("Thing.java:5: NZ102: the generated launcher can't implement a sealed interface; found"
                        + " sealed interface Thing; remove sealed");
    }

    @Test
    void genericInterface() {
        Compiled.of(thing("public interface Thing<T> { " + SUM + " }"))
                .assertMessages("Thing.java:5: NZ103: a launcher is specialised to one dtype, so its interface can't be"
                        + " generic; found Thing<T>; remove the type parameters, or put @Collective on an interface that"
                        + " extends this one with arguments");
    }

    @Test
    void emptyInterface() {
        Compiled.of(thing("public interface Thing { default void f() {} }"))
                .assertMessages(
                        "Thing.java:5: NZ105: this interface declares no collective; found no abstract method in"
                                + " Thing; add a method with an op annotation such as @AllReduce, or remove @Collective");
    }
}
