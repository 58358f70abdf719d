package dev.negzero.tests.processor;

import static dev.negzero.tests.processor.Compiled.GOOD;
import static dev.negzero.tests.processor.Compiled.SUM;
import static dev.negzero.tests.processor.Compiled.source;
import static dev.negzero.tests.processor.Compiled.sums;
import static org.junit.jupiter.api.Assertions.assertTrue;

import javax.tools.JavaFileObject;
import org.junit.jupiter.api.Test;

/** P4 to P6: methods from super-interfaces, and methods that are no collectives. */
class InheritanceTest {
    private static final String IMPORTS = "import dev.negzero.annotations.*;\nimport dev.negzero.runtime.*;\n";

    private static final String GENERIC =
            "package com.acme; " + "import dev.negzero.annotations.*; import dev.negzero.runtime.*;\n"
                    + "public interface Super<T extends Element> {\n"
                    + "@AllReduce void sum(DeviceBuffer<T> in, DeviceBuffer<T> out, long count);\n}\n";

    private static JavaFileObject leaf(String parents, String members) {
        return source(
                "com.acme.Leaf",
                "package com.acme;\n" + IMPORTS + "@Collective(" + GOOD + ")\npublic interface Leaf extends " + parents
                        + " {\n" + members + "}\n");
    }

    @Test
    void substitutesTheTypeArgument() {
        Compiled compiled = Compiled.of(source("com.acme.Super", GENERIC), leaf("Super<BF16>", ""))
                .assertSucceeds();
        String launcher = compiled.generated("com/acme/LeafLauncher.java");
        assertTrue(
                launcher.contains("public void sum(DeviceBuffer<BF16> in, DeviceBuffer<BF16> out, long count) {"),
                launcher);
    }

    @Test
    void aFaultOfAnInheritedMethodStandsOnTheInterface() {
        String text = "Leaf.java:5: NZ214: the buffer's element type is not the method's dtype BF16; found"
                + " DeviceBuffer<F16> %s; write DeviceBuffer<BF16>, or set dtype = DType.F16 (in"
                + " sum(DeviceBuffer,DeviceBuffer,long), inherited from com.acme.Super)";
        Compiled.of(source("com.acme.Super", GENERIC), leaf("Super<F16>", ""))
                .assertMessages(text.formatted("in"), text.formatted("out"));
    }

    private static JavaFileObject parent(String name, String annotation) {
        return source(
                "com.acme." + name,
                "package com.acme;\n" + IMPORTS + "interface " + name + " {\n" + annotation
                        + " void sum(DeviceBuffer<BF16> in, DeviceBuffer<BF16> out, long count);\n}\n");
    }

    @Test
    void aDiamondOfOneMeaningWorks() {
        Compiled.of(parent("Left", "@AllReduce"), parent("Right", "@AllReduce"), leaf("Left, Right", ""))
                .assertSucceeds();
    }

    @Test
    void aDiamondOfTwoMeaningsNeedsAnOverride() {
        JavaFileObject left = parent("Left", "@AllReduce");
        JavaFileObject right = parent("Right", "@AllReduce(op = ReduceOp.MAX)");
        Compiled.of(left, right, leaf("Right, Left", ""))
                .assertMessages("Leaf.java:5: NZ203: super-interfaces annotate one method differently; found"
                        + " sum(DeviceBuffer,DeviceBuffer,long) in com.acme.Left and com.acme.Right; override it in Leaf"
                        + " with the annotation that you mean (in sum(DeviceBuffer,DeviceBuffer,long), inherited from"
                        + " com.acme.Left)");
        Compiled.of(left, right, leaf("Right, Left", "@Override " + SUM)).assertSucceeds();
    }

    /** Ecj's own notion of overriding leaves methods with type variables out. */
    @Test
    void anOverrideInAGenericSuperInterfaceCounts() {
        JavaFileObject nearer = source(
                "com.acme.Nearer",
                "package com.acme;\n" + IMPORTS + "public interface Nearer<T extends Element> extends Super<T> {\n"
                        + "@Override @AllReduce(op = ReduceOp.MAX)\n"
                        + "void sum(DeviceBuffer<T> in, DeviceBuffer<T> out, long count);\n}\n");
        Compiled compiled = Compiled.of(
                        source("com.acme.Super", GENERIC), nearer, leaf("Super<BF16>, Nearer<BF16>", ""))
                .assertSucceeds();
        String manifest = compiled.generated("META-INF/negzero/com/acme/Leaf.json");
        assertTrue(manifest.contains("\"MAX\"") && !manifest.contains("\"SUM\""), manifest);
    }

    @Test
    void ignoresMethodsWithABodyAndThoseOfObject() {
        Compiled compiled = Compiled.of(sums(
                        GOOD,
                        SUM,
                        "default int twice(int x) { return 2 * helper(x); }",
                        "static void log() {}",
                        "private int helper(int x) { return x; }",
                        "@Override boolean equals(Object other);",
                        "@Override String toString();"))
                .assertSucceeds();
        String launcher = compiled.generated("com/acme/SumsLauncher.java");
        assertTrue(!launcher.contains("twice") && !launcher.contains("toString"), launcher);
    }

    @Test
    void aDefaultMethodThatOverridesACollectiveIsNoCollective() {
        Compiled.of(
                        parent("Super", "@AllReduce"),
                        leaf(
                                "Super",
                                "@Override default void sum(DeviceBuffer<BF16> in, DeviceBuffer<BF16> out, long count) {}\n"
                                        + "@Barrier void meet();\n"))
                .assertSucceeds();
    }

    @Test
    void anInterfaceMayBeAutoCloseable() {
        Compiled.of(leaf("AutoCloseable", SUM + "\n@Override void close();\n")).assertSucceeds();
    }
}
