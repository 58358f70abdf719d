package dev.negzero.tests.processor;

import static dev.negzero.tests.processor.Compiled.GOOD;
import static dev.negzero.tests.processor.Compiled.SUM;
import static dev.negzero.tests.processor.Compiled.source;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import javax.tools.JavaFileObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** P1, P2: interfaces inside other types. */
class NestedTest {
    private static final String INTERFACE = "@Collective(" + GOOD + ") %s interface Inner { " + SUM + " }";

    private static JavaFileObject nested(String outer, String text) {
        return source(
                "com.acme." + outer,
                "package com.acme;\nimport dev.negzero.annotations.*;\nimport dev.negzero.runtime.*;\n" + text);
    }

    @Test
    void twoLevelsDeep() {
        Compiled compiled = Compiled.of(nested(
                        "Outer", "public class Outer { static class Middle { " + INTERFACE.formatted("") + " } }"))
                .assertSucceeds();
        assertEquals(
                Set.of(
                        "META-INF/negzero/com/acme/Outer_Middle_Inner.cu",
                        "META-INF/negzero/com/acme/Outer_Middle_Inner.hip.cpp",
                        "META-INF/negzero/com/acme/Outer_Middle_Inner.json",
                        "com/acme/Outer_Middle_InnerLauncher.java"),
                compiled.generated().keySet());
        String launcher = compiled.generated("com/acme/Outer_Middle_InnerLauncher.java");
        assertTrue(
                launcher.contains("class Outer_Middle_InnerLauncher extends Launcher implements Outer.Middle.Inner {"),
                launcher);
        assertTrue(launcher.contains("\"com.acme.Outer.Middle.Inner\""), launcher);
    }

    @Test
    void oneSimpleNameInTwoOuters() {
        Compiled.of(
                        nested("A", "class A { " + INTERFACE.formatted("protected") + " }"),
                        nested("B", "interface B { " + INTERFACE.formatted("") + " }"))
                .assertSucceeds();
    }

    @ParameterizedTest
    @CsvSource({"public, public", "public, protected", "public, ''", "'', public", "'', protected", "'', ''"})
    void visibleOnesWork(String outer, String inner) {
        Compiled.of(nested("Outer", outer + " class Outer { " + INTERFACE.formatted(inner) + " }"))
                .assertSucceeds();
    }

    @Test
    void privateInterface() {
        Compiled.of(nested("Outer", "class Outer {\n" + INTERFACE.formatted("private") + "\n}"))
                .assertMessages(
                        "Outer.java:5: NZ104: the generated launcher can't see this interface; found private Inner;"
                                + " make Inner package-private, protected or public");
    }

    @ParameterizedTest
    @ValueSource(strings = {"public", "protected", "", "private"})
    void insideAPrivateClass(String inner) {
        String text = "class Outer {\nprivate static class Middle {\n" + INTERFACE.formatted(inner) + "\n} }";
        List<String> private_ = inner.equals("private") ? List.of("Middle", "Inner") : List.of("Middle");
        Compiled.of(nested("Outer", text))
                .assertMessages(private_.stream()
                        .map(name ->
                                "Outer.java:6: NZ104: the generated launcher can't see this interface; found private "
                                        + name + "; make " + name + " package-private, protected or public")
                        .toArray(String[]::new));
    }
}
