package dev.negzero.tests.nativebuild;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.tests.nativebuild.NativeBuild.Sanitizer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The device primitives by name, and every reduction over every 16-bit pattern; see {@code primitives.cpp}. */
class PrimitivesTest {
    @Test
    void hold() {
        NativeBuild build = NativeBuild.of(
                "primitives",
                NativePlans.of(2).reduce(DType.F32, 1, ReduceOp.SUM).plan(),
                Sanitizer.ADDRESS);
        Path program = build.link("primitives", "primitives.cpp", "kernels.cpp");
        Run run = Run.of(
                Duration.ofMinutes(2), build.folder(), List.of(program.toString(), Long.toString(NativeSuite.SEED)));
        run.expectSuccess();
    }
}
