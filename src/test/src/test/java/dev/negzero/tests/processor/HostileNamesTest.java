package dev.negzero.tests.processor;

import static dev.negzero.tests.processor.Compiled.GOOD;
import static dev.negzero.tests.processor.Compiled.SUM;
import static dev.negzero.tests.processor.Compiled.source;
import static dev.negzero.tests.processor.Compiled.sums;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.negzero.processor.NegzeroProcessor;
import java.util.List;
import javax.tools.JavaFileObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** P9, P10: names of the user's that meet ours. */
class HostileNamesTest {
    private static final String IMPORTS = "import dev.negzero.annotations.*;\nimport dev.negzero.runtime.*;\n";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Object",
                "String",
                "Override",
                "Group",
                "Rank",
                "List",
                "Communicator",
                "Launcher",
                "AutoCloseable"
            })
    void aTypeOfTheSamePackage(String name) {
        JavaFileObject other = source("com.acme." + name, "package com.acme;\npublic final class " + name + " {}\n");
        JavaFileObject sums = source(
                "com.acme.Sums",
                "package com.acme;\nimport dev.negzero.annotations.*;\nimport dev.negzero.runtime.BF16;\n"
                        + "import dev.negzero.runtime.DeviceBuffer;\n@Collective(" + GOOD
                        + ") public interface Sums { " + SUM + " }\n");
        Compiled.of(other, sums).assertSucceeds();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Rank", "Group", "Communicator", "List", "ArrayList", "Generated", "Launcher", "Info"})
    void anInterfaceOfSuchAName(String name) {
        String text = "import dev.negzero.annotations.*;\n@Collective(" + GOOD + ") public interface " + name
                + " { @Barrier void meet(); }\n";
        Compiled.of(source("com.acme." + name, "package com.acme;\n" + text), source(name, text))
                .assertSucceeds();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Object", "String", "Override", "Group", "Rank", "List", "Communicator", "BF16"})
    void aMemberTypeOfTheInterface(String name) {
        Compiled.of(source(
                        "com.acme.Sums",
                        "package com.acme;\nimport dev.negzero.annotations.*;\n@Collective(" + GOOD + ")\n"
                                + "public interface Sums { @AllReduce void sum(dev.negzero.runtime.DeviceBuffer<"
                                + "dev.negzero.runtime.BF16> in, dev.negzero.runtime.DeviceBuffer<dev.negzero.runtime.BF16>"
                                + " out, long count); enum " + name + " { A } }\n"))
                .assertSucceeds();
    }

    /** Also one of a super-interface's: the launcher inherits both. */
    @Test
    void aMemberTypeOfTheLaunchersName() {
        String text =
                "NZ404: a type in the interface has the name of its launcher, and hides it there; found SumsLauncher in"
                        + " Sums; rename that type";
        Compiled.of(sums(GOOD, SUM, "enum SumsLauncher { A }")).assertMessages("Sums.java:5: " + text);
        JavaFileObject parent =
                source("com.acme.Super", "package com.acme;\ninterface Super { interface SumsLauncher {} }\n");
        String leaf = "package com.acme;\n" + IMPORTS + "@Collective(" + GOOD + ")\ninterface Sums extends Super { "
                + SUM + " }\n";
        Compiled.of(parent, source("com.acme.Sums", leaf)).assertMessages("Sums.java:5: " + text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"rank", "group", "stream", "communicator", "INFO", "this$0", "data", "kernel", "record", "digest"
            })
    void aParameter(String name) {
        Compiled.of(sums(
                        GOOD,
                        "@AllReduce void f(DeviceBuffer<BF16> " + name + ", DeviceBuffer<BF16> out, long count);",
                        "@AllReduce void g(DeviceBuffer<BF16> in, DeviceBuffer<BF16> " + name + ", long count);",
                        "@AllReduce void h(DeviceBuffer<BF16> in, DeviceBuffer<BF16> out, long " + name + ");"))
                .assertSucceeds();
    }

    /** Before a dot, a name is taken for a constant rather than for a type. */
    @ParameterizedTest
    @ValueSource(
            strings = {"INFO", "communicator", "Communicator", "Launcher", "List", "Rank", "SumsLauncher", "dev", "java"
            })
    void aConstantOfTheInterface(String name) {
        Compiled.of(sums(GOOD, SUM, "int " + name + " = 1;")).assertSucceeds();
    }

    @Test
    void aTypeOfTheLaunchersName() {
        Compiled compiled = Compiled.of(
                List.of(),
                List.of(new NegzeroProcessor()),
                sums(GOOD, SUM),
                source("com.acme.SumsLauncher", "package com.acme;\nclass SumsLauncher {}\n"));
        // The reason is the compiler's.
        assertEquals(
                List.of("Sums.java:5: NZ403: a generated file can't be written; found"
                        + " com.acme.SumsLauncher.java: Attempt to recreate a file for type com.acme.SumsLauncher;"
                        + " rename what is in the way, or build clean"),
                compiled.messages());
    }

    @Test
    void deprecatedThings() {
        Compiled.of(sums(GOOD, "@Deprecated", SUM, "@Deprecated(forRemoval = true) @Barrier void meet();"))
                .assertSucceeds();
        Compiled.of(source(
                        "com.acme.Old",
                        "package com.acme;\n" + IMPORTS + "@Deprecated\n@Collective(" + GOOD
                                + ")\npublic interface Old { " + SUM + " }\n"))
                .assertSucceeds();
    }
}
