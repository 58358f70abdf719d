package dev.negzero.tests.nativebuild;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.Protocol;
import dev.negzero.emit.KernelEmitter;
import dev.negzero.emit.Platform;
import dev.negzero.plan.KernelPlan;
import dev.negzero.spec.Operation;
import dev.negzero.tests.tools.Tools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** That the matrix of kernels is whole, and that the script which compiles it tells what compiles from what doesn't. */
class MatrixSourcesTest {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Path SCRIPT = Path.of("gpu", "matrix").toAbsolutePath();

    @TempDir
    private Path folder;

    /** What tells the kernels of one matrix apart. */
    private static Stream<String> kernels(KernelPlan plan) {
        return plan.methods().stream().flatMap(method -> method.variants().stream()
                .map(variant -> String.join(
                        " ",
                        Integer.toString(plan.groupSize()),
                        method.operation().name(),
                        method.counts().name(),
                        method.dtype() + "x" + method.width(),
                        variant.algorithm().name())));
    }

    @Test
    void everyCellOfEveryProtocolIsThere() {
        Set<String> matrix = new HashSet<>();
        MatrixSources.plans().values().forEach(plan -> kernels(plan).forEach(matrix::add));
        int cells = 0;
        for (int groupSize : MatrixSources.GROUP_SIZES) {
            for (DType dtype : DType.values()) {
                for (int width : MatrixSources.widths(dtype)) {
                    for (Protocol protocol : Protocol.values()) {
                        List<String> asked = kernels(everything(groupSize, dtype, width, protocol))
                                .toList();
                        asked.forEach(kernel -> assertTrue(matrix.contains(kernel), kernel));
                        cells += asked.size();
                    }
                }
            }
        }
        assertTrue(cells > matrix.size(), cells + " cells asked for");
    }

    private static KernelPlan everything(int groupSize, DType dtype, int width, Protocol protocol) {
        NativePlans plans = NativePlans.of(groupSize).barrier("barrier");
        for (Operation operation : Operation.values()) {
            if (operation.hasData()) {
                plans.by(protocol, operation, dtype, width);
            }
        }
        return plans.counted(protocol, Operation.ALL_GATHER, dtype, width)
                .counted(protocol, Operation.ALL_TO_ALL, dtype, width)
                .shipped();
    }

    @Test
    void whatDoesNotCompileIsSaidToFail() throws IOException {
        Tools.require("nvcc");
        String source = KernelEmitter.emit(NativePlans.of(2).barrier("barrier").shipped(), Platform.CUDA);
        Files.writeString(folder.resolve("good_2.cu"), source);
        String bad = source.replace("nz_barrier_0", "nz_broken_0").replace("nz::signal_barrier<", "nz::no_barrier<");
        Files.writeString(folder.resolve("bad_2.cu"), bad);
        Files.writeString(folder.resolve("flags"), String.join(" ", Platform.CUDA.flags()));
        Run run = Run.of(LIMIT, folder, List.of("env", "ARCHS=sm_90", SCRIPT.toString(), folder.toString()));
        assertEquals(1, run.status(), run::output);
        List<String> kernels = run.output()
                .lines()
                .filter(line -> line.contains(",2,sm_90,"))
                .map(line -> line.replaceAll("\\d+,\\d+,\\d+,\\d+,\\d+$", "compiled"))
                .toList();
        assertEquals(
                List.of("barrier_signal_barrier,2,sm_90,compiled", "broken_signal_barrier,2,sm_90,failed,,,,"),
                kernels);
    }
}
