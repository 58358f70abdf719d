package dev.negzero.tests.processor;

import static dev.negzero.tests.processor.Compiled.GOOD;
import static dev.negzero.tests.processor.Compiled.SUM;
import static dev.negzero.tests.processor.Compiled.source;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Set;
import org.junit.jupiter.api.Test;

/** P3: an interface without a package. */
class UnnamedPackageTest {
    @Test
    void works() {
        Compiled compiled = Compiled.of(source(
                        "Sums",
                        "import dev.negzero.annotations.*;\nimport dev.negzero.runtime.*;\n@Collective(" + GOOD
                                + ") interface Sums { " + SUM + " }"))
                .assertSucceeds();
        assertEquals(
                Set.of(
                        "META-INF/negzero/Sums.cu",
                        "META-INF/negzero/Sums.hip.cpp",
                        "META-INF/negzero/Sums.json",
                        "SumsLauncher.java"),
                compiled.generated().keySet());
    }
}
