package dev.negzero.runtime.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.jna.Function;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import dev.negzero.tests.tools.Program;
import dev.negzero.tests.tools.Tools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The programs of benchmarks/native that stand beside the engine compile, as benchmarks/gpu/pack builds them. */
@Timeout(300)
class NativeBenchmarksTest {
    private static final Path NATIVE =
            Path.of("../../benchmarks/native").toAbsolutePath().normalize();
    /** What nz_launch_batch says without a driver: -1 - CUDA_ERROR_NOT_FOUND. */
    private static final long NO_DRIVER = -501;

    @TempDir
    private Path folder;

    private void compile(String... words) {
        List<String> command = new ArrayList<>(List.of(Tools.require("nvcc").toString()));
        command.addAll(Arrays.asList(words));
        assertEquals("", Program.run(folder, command).assertSucceeds().output());
    }

    @ParameterizedTest
    @CsvSource({"bare, kernels.cu", "timeline, marked.cu"})
    void kernelsWithoutJava(String program, String kernels) throws IOException {
        Tools.require("nvcc");
        BareLaunches.main(new String[] {folder.toString(), "50", "4194304"});
        List<String> words = new ArrayList<>(List.of("-arch=sm_90", "-c", "-o", program + ".o"));
        words.addAll(List.of(Files.readString(folder.resolve("flags")).strip().split(" ")));
        words.add("-DKERNELS=\"" + folder.resolve(kernels) + "\"");
        words.add("-DENTRIES=" + Files.readString(folder.resolve("entries")).strip());
        words.add(NATIVE.resolve(program + ".cu").toString());
        compile(words.toArray(String[]::new));
    }

    @Test
    void launchesAreCalledAsLaunchCostCallsThem() {
        Path library = folder.resolve("launch.so");
        compile(
                "-O2",
                "-shared",
                "-Xcompiler",
                "-fPIC",
                "-o",
                library.toString(),
                NATIVE.resolve("launch.cpp").toString(),
                "-ldl");
        Assumptions.assumeFalse(DriverTraces.here().found(), "this machine has an NVIDIA driver");
        Function batch = NativeLibrary.getInstance(library.toString()).getFunction("nz_launch_batch");
        assertEquals(NO_DRIVER, batch.invokeLong(new Object[] {Pointer.NULL, Pointer.NULL, 1}));
    }
}
