package dev.negzero.tests.nativebuild;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.emit.KernelEmitter;
import dev.negzero.emit.Platform;
import dev.negzero.plan.KernelPlan;
import dev.negzero.tests.tools.Tools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The emitted GPU sources, with the launch shapes that ship, through the GPU compilers. No GPU is needed. */
class DeviceCompileTest {
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final Pattern SPILL = Pattern.compile("(\\d+) bytes spill stores, (\\d+) bytes spill loads");
    private static final KernelPlan PAIR = NativePlans.of(2)
            .reduce(DType.BF16, 8, ReduceOp.SUM)
            .reduce(DType.F16, 4, ReduceOp.AVG)
            .reduce(DType.F32, 1, ReduceOp.MAX)
            .barrier("barrier")
            .shipped();
    private static final KernelPlan EIGHT =
            NativePlans.of(8).reduce(DType.BF16, 8, ReduceOp.SUM).shipped();

    /**
     * Bytes that a kernel may spill: what it holds across a call of one of the cold functions (faults, tails). Packs that
     * didn't stay in registers would be kilobytes.
     */
    private static final int CALL_SPILL_BYTES = 128;

    @TempDir
    private Path folder;

    private String emit(KernelPlan plan, Platform platform) throws IOException {
        String name = "kernels" + platform.extension();
        String source = KernelEmitter.emit(plan, platform);
        assertFalse(source.contains("#include"), "no header is needed");
        Files.writeString(folder.resolve(name), source);
        return name;
    }

    private Run compile(String compiler, List<String> platformFlags, String... arguments) {
        List<String> command = new ArrayList<>(List.of(Tools.require(compiler).toString()));
        command.addAll(platformFlags);
        command.addAll(List.of(arguments));
        Run run = Run.of(LIMIT, folder, command);
        assertTrue(run.succeeded(), run::output);
        return run;
    }

    private static long kernels(KernelPlan plan) {
        return plan.methods().stream().mapToLong(m -> m.variants().size()).sum();
    }

    @ParameterizedTest
    @ValueSource(strings = {"sm_80", "sm_90"})
    void nvccWithoutWarnings(String arch) throws IOException {
        for (KernelPlan plan : List.of(PAIR, EIGHT)) {
            String source = emit(plan, Platform.CUDA);
            Run run = compile(
                    "nvcc",
                    Platform.CUDA.flags(),
                    "-arch=" + arch,
                    "-cubin",
                    "-Werror",
                    "all-warnings",
                    "-Xptxas",
                    "-v",
                    "-o",
                    "kernels.cubin",
                    source);
            Matcher spill = SPILL.matcher(run.output());
            int functions = 0;
            while (spill.find()) {
                functions++;
                assertTrue(Integer.parseInt(spill.group(1)) <= CALL_SPILL_BYTES, run::output);
            }
            assertTrue(functions >= kernels(plan), run::output);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"sm_80", "sm_90"})
    void clangToPtx(String arch) throws IOException {
        String source = emit(PAIR, Platform.CUDA);
        compile(
                "clang-19",
                List.of("-std=c++17", "-O3", "-ffp-contract=off"),
                "-x",
                "cuda",
                "--cuda-device-only",
                "-nocudainc",
                "-Wno-unknown-cuda-version",
                "-nocudalib",
                "--cuda-gpu-arch=" + arch,
                "-Wall",
                "-Wextra",
                "-Werror",
                "-S",
                "-o",
                "kernels.ptx",
                source);
        String ptx = Files.readString(folder.resolve("kernels.ptx"));
        assertEquals(
                kernels(PAIR),
                Pattern.compile("\\.visible \\.entry nz_")
                        .matcher(ptx)
                        .results()
                        .count());
        assertFalse(ptx.contains("fma.rn.f32"), "a contraction would change the last bit");
        assertFalse(Pattern.compile("\\.ftz\\.").matcher(ptx).find(), "subnormals are kept");
    }

    @ParameterizedTest
    @ValueSource(strings = {"gfx942", "gfx90a"})
    void clangToAmd(String arch) throws IOException {
        String source = emit(PAIR, Platform.HIP);
        compile(
                "clang-19",
                Platform.HIP.flags(),
                "-x",
                "hip",
                "--cuda-device-only",
                "-nogpuinc",
                "-nogpulib",
                "--offload-arch=" + arch,
                "-Wall",
                "-Wextra",
                "-Werror",
                "-S",
                "-o",
                "kernels.s",
                source);
        String isa = Files.readString(folder.resolve("kernels.s"));
        assertEquals(
                kernels(PAIR),
                Pattern.compile("(?m)^\\s*\\.amdhsa_kernel nz_")
                        .matcher(isa)
                        .results()
                        .count());
    }

    @Test
    void aSourceOfEveryGroupSizeCompiles() throws IOException {
        for (int groupSize = 2; groupSize <= 16; groupSize++) {
            String source = emit(
                    NativePlans.of(groupSize)
                            .reduce(DType.F32, 4, ReduceOp.PROD)
                            .barrier("barrier")
                            .shipped(),
                    Platform.CUDA);
            compile(
                    "clang-19",
                    List.of("-std=c++17", "-O1", "-ffp-contract=off"),
                    "-x",
                    "cuda",
                    "--cuda-device-only",
                    "-nocudainc",
                    "-Wno-unknown-cuda-version",
                    "-nocudalib",
                    "--cuda-gpu-arch=sm_80",
                    "-Werror",
                    "-S",
                    "-o",
                    "kernels.ptx",
                    source);
        }
    }
}
