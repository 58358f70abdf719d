package dev.negzero.tests.processor;

import static dev.negzero.tests.processor.Compiled.source;

import dev.negzero.tests.golden.Golden;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** docs/generated-example.md: one interface, and all that is made of it. */
class GeneratedExampleTest {
    private static final String STEM = "META-INF/negzero/com/acme/TensorParallel";
    private static final String MARK = "\n// ======== ";
    private static final String ENTRY_POINTS = MARK + "entry points ========\n";

    private static final String PAGE = """
            # A generated example

            Written by a test from what the processor makes; don't edit it here. You write this interface:

            ```java
            %s```

            ## The launcher

            `com/acme/TensorParallelLauncher.java`, compiled with your code. It checks nothing and computes nothing: it names
            the method, and the runtime does the rest.

            ```java
            %s```

            ## The kernels

            `%s.cu`, %d lines, one file that includes none. It begins with its numbers:

            ```cpp
            %s
            ```

            Then come the device headers that it uses, unchanged, each under a line with its name:

            %s
            And it ends with the entry points, one for each algorithm that a call may take:

            ```cpp
            %s```

            `%s.hip.cpp` has the same parts with the platform header of AMD GPUs.

            ## The manifest

            `%s.json` has the same numbers for the runtime. `negzero plan` prints it for people.

            ```json
            %s```
            """;

    @Test
    void thePageIsCurrent() {
        Compiled compiled = Compiled.of(source("com.acme.TensorParallel", GoldenTest.INTERFACE))
                .assertSucceeds();
        String kernels = compiled.generated(STEM + ".cu");
        String page = PAGE.formatted(
                GoldenTest.INTERFACE,
                compiled.generated("com/acme/TensorParallelLauncher.java"),
                STEM,
                kernels.lines().count(),
                kernels.substring(0, kernels.indexOf(MARK)).stripTrailing(),
                headers(kernels),
                kernels.substring(kernels.indexOf(ENTRY_POINTS) + ENTRY_POINTS.length())
                        .stripLeading(),
                STEM,
                STEM,
                compiled.generated(STEM + ".json"));
        Golden.check(Path.of("../../docs/generated-example.md"), page);
    }

    private static String headers(String kernels) {
        StringBuilder list = new StringBuilder();
        String prefix = MARK.strip();
        kernels.lines()
                .filter(line -> line.startsWith(prefix) && !line.contains("entry points"))
                .map(line ->
                        line.substring(prefix.length()).replace(" ========", "").strip())
                .forEach(name -> list.append("- `").append(name).append("`\n"));
        return list.toString();
    }
}
