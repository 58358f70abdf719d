package dev.negzero.tests.nativebuild;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.Protocol;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.emit.KernelEmitter;
import dev.negzero.emit.Platform;
import dev.negzero.plan.KernelPlan;
import dev.negzero.spec.Operation;
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
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The emitted GPU sources, with the launch shapes that ship, through the GPU compilers. No GPU is needed. */
class DeviceCompileTest {
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final Pattern ENTRY = Pattern.compile("Compiling entry function '(\\w+)'");
    private static final Pattern SPILL = Pattern.compile("(\\d+) bytes spill stores, (\\d+) bytes spill loads");
    private static final KernelPlan PAIR = NativePlans.of(2)
            .reduce(DType.BF16, 8, ReduceOp.SUM)
            .reduce(DType.F16, 4, ReduceOp.AVG)
            .reduce(DType.F32, 1, ReduceOp.MAX)
            .barrier("barrier")
            .shipped();
    private static final KernelPlan EIGHT = NativePlans.of(8)
            .reduce(DType.BF16, 8, ReduceOp.SUM)
            .reduce(DType.F8E4M3, 16, ReduceOp.SUM)
            .shipped();

    /** As many ranks as a group may have: a thread that reduces holds a pack of each. */
    private static final KernelPlan SIXTEEN =
            NativePlans.of(16).reduce(DType.BF16, 8, ReduceOp.SUM).shipped();

    /** Every operation by every protocol, each dtype somewhere: a sample of all combinations. */
    private static final KernelPlan SAMPLE = NativePlans.of(3)
            .all(Operation.ALL_REDUCE, DType.F64, 2)
            .all(Operation.REDUCE_SCATTER, DType.F8E4M3, 8)
            .all(Operation.REDUCE, DType.F8E5M2, 4)
            .all(Operation.ALL_GATHER, DType.I8, 16)
            .all(Operation.BROADCAST, DType.F16, 4)
            .all(Operation.SCATTER, DType.U8, 8)
            .all(Operation.GATHER, DType.I32, 4)
            .all(Operation.ALL_TO_ALL, DType.F32, 2)
            .all(Operation.SEND, DType.I64, 2)
            .by(Protocol.MAILBOX, Operation.ALL_REDUCE, DType.BF16, 8)
            .counted(Protocol.MAILBOX, Operation.ALL_GATHER, DType.F16, 8)
            .counted(Protocol.SIGNAL, Operation.ALL_TO_ALL, DType.BF16, 2)
            .shipped();

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

    private static List<Arguments> nvccPlans() {
        return List.of(
                Arguments.of("sm_80", List.of(EIGHT)),
                Arguments.of("sm_90", List.of(EIGHT, SIXTEEN, SAMPLE)),
                Arguments.of("sm_100", List.of(PAIR, EIGHT, SAMPLE)));
    }

    @ParameterizedTest
    @MethodSource("nvccPlans")
    void nvccWithoutWarningsOrSpills(String arch, List<KernelPlan> plans) throws IOException {
        for (KernelPlan plan : plans) {
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
            assertEquals(kernels(plan), kernelsWithoutSpills(run), run::output);
        }
    }

    /** Counts the kernels that ptxas reports of, each with the functions that it calls; none of them may spill. */
    private static long kernelsWithoutSpills(Run run) {
        String kernel = "";
        long kernels = 0;
        for (String line : run.output().split("\n")) {
            Matcher entry = ENTRY.matcher(line);
            Matcher spill = SPILL.matcher(line);
            if (entry.find()) {
                kernel = entry.group(1);
                kernels++;
            } else if (spill.find()) {
                String bytes = spill.group(1) + " " + spill.group(2);
                assertEquals("0 0", bytes, kernel + " spills:\n" + run.output());
            }
        }
        return kernels;
    }

    @ParameterizedTest
    @ValueSource(strings = {"sm_80", "sm_90"})
    void clangToPtx(String arch) throws IOException {
        String source = emit(SAMPLE, Platform.CUDA);
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
                kernels(SAMPLE),
                Pattern.compile("\\.visible \\.entry nz_")
                        .matcher(ptx)
                        .results()
                        .count());
        assertFalse(ptx.contains("fma.rn.f"), "a contraction would change the last bit");
        assertFalse(Pattern.compile("\\.ftz\\.").matcher(ptx).find(), "subnormals are kept");
    }

    @ParameterizedTest
    @ValueSource(strings = {"gfx90a", "gfx942", "gfx950"})
    void clangToAmd(String arch) throws IOException {
        assumeTrue(knows(arch), "skipped: clang-19 doesn't know " + arch);
        String source = emit(SAMPLE, Platform.HIP);
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
                kernels(SAMPLE),
                Pattern.compile("(?m)^\\s*\\.amdhsa_kernel nz_")
                        .matcher(isa)
                        .results()
                        .count());
    }

    /** Whether the compiler has this target at all. */
    private boolean knows(String arch) throws IOException {
        Files.writeString(folder.resolve("empty.hip.cpp"), "\n");
        List<String> command = List.of(
                Tools.require("clang-19").toString(),
                "-x",
                "hip",
                "--cuda-device-only",
                "-nogpuinc",
                "-nogpulib",
                "--offload-arch=" + arch,
                "-S",
                "-o",
                "empty.s",
                "empty.hip.cpp");
        Run run = Run.of(LIMIT, folder, command);
        assertTrue(run.succeeded() || run.output().contains("invalid target ID"), run::output);
        return run.succeeded();
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
