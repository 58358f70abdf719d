package dev.negzero.tests.processor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** When the header of device primitives is written, and that its head is true. */
class DeviceHeaderTest {
    private static final String PATH = "META-INF/negzero/com/acme/Sums.device.cuh";
    private static final String IMPORTS =
            "package com.acme; import dev.negzero.annotations.*; import dev.negzero.runtime.*;\n";
    private static final String BODY = "interface Sums { " + Compiled.SUM + " }";

    static String header(String collective) {
        return Compiled.of(Compiled.source(
                        "com.acme.Sums", IMPORTS + "@DeviceHeader @Collective(" + collective + ")\n" + BODY))
                .assertSucceeds()
                .generated(PATH);
    }

    @Test
    void onlyWhenAskedFor() {
        assertFalse(Compiled.of(Compiled.sums(Compiled.GOOD, Compiled.SUM))
                .assertSucceeds()
                .generated()
                .containsKey(PATH));
        assertTrue(header(Compiled.GOOD).contains("\nnamespace negzero_com_acme_Sums {\n"));
    }

    @Test
    void everyNameOfItsHeadIsDefined() {
        String header = header(Compiled.GOOD);
        String head = header.substring(0, header.indexOf("#ifndef"));
        String rest = header.substring(header.indexOf("#ifndef"));
        List<String> names = Pattern.compile("nz::(\\w+)")
                .matcher(head)
                .results()
                .map(m -> m.group(1))
                .distinct()
                .toList();
        assertTrue(names.size() > 30, names::toString);
        for (String name : names) {
            Matcher definition = Pattern.compile("(NZ_DEVICE(_COLD)? [^;={]*\\b" + name + "\\(|struct " + name + "\\b)")
                    .matcher(rest);
            assertTrue(definition.find(), name);
        }
    }

    @Test
    void needsNoOtherFileAndHoldsNoKernel() {
        String header = header(Compiled.GOOD);
        assertFalse(header.contains("#include"));
        assertFalse(header.contains("\nNZ_KERNEL("));
        assertFalse(header.contains("all_reduce"));
    }

    @Test
    void withoutACollectiveItIsAnError() {
        Compiled compiled = Compiled.of(Compiled.source(
                "com.acme.Lone", "package com.acme;\n@dev.negzero.annotations.DeviceHeader interface Lone {}\n"));
        compiled.assertMessages(
                "Lone.java:2: NZ107: @DeviceHeader takes its numbers from @Collective; found @DeviceHeader alone"
                        + " on Lone; add @Collective to it, or remove @DeviceHeader");
        assertEquals(1, compiled.messages().size());
    }
}
