package dev.negzero.tests.nativebuild;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.tests.nativebuild.NativeBuild.Sanitizer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The device primitives by name, and every reduction over every 8-bit pair and 16-bit pattern; see {@code primitives.cpp}. */
class PrimitivesTest {
    private static void run(String name, Sanitizer sanitizer, String... more) {
        NativeBuild build = NativeBuild.of(
                name, NativePlans.of(2).reduce(DType.F32, 1, ReduceOp.SUM).plan(), sanitizer);
        Path program = build.link("primitives", "primitives.cpp", "kernels.cpp");
        List<String> command = new ArrayList<>(List.of(program.toString(), Long.toString(NativeSuite.SEED)));
        command.addAll(List.of(more));
        Run.of(Duration.ofMinutes(2), build.folder(), command).expectSuccess();
    }

    @Test
    void hold() {
        run("primitives", Sanitizer.ADDRESS);
    }

    @Test
    void threadsAgreeOnOrder() {
        run("primitives-threads", Sanitizer.THREAD, "short");
    }
}
