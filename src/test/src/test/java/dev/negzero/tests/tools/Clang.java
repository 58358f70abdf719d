package dev.negzero.tests.tools;

import dev.negzero.emit.Platform;
import java.util.ArrayList;
import java.util.List;

/** Commands of clang for the device side of a kernel source alone: no GPU, and no vendor's headers or libraries. */
public final class Clang {
    private static final String NAME = "clang-19";

    private Clang() {}

    /**
     * For CUDA. clang has no flags of {@link Platform#CUDA}'s: they are nvcc's.
     *
     * @param arch {@code sm_80}
     * @param arguments the rest of the command
     */
    public static List<String> cuda(String arch, String... arguments) {
        List<String> flags = List.of(
                "-std=c++17",
                "-ffp-contract=off",
                "-x",
                "cuda",
                "--cuda-device-only",
                "-nocudainc",
                "-nocudalib",
                "-Wno-unknown-cuda-version",
                "--cuda-gpu-arch=" + arch);
        return command(flags, arguments);
    }

    /**
     * For HIP, with the platform's flags.
     *
     * @param arch {@code gfx942}
     * @param arguments the rest of the command
     */
    public static List<String> hip(String arch, String... arguments) {
        List<String> flags = new ArrayList<>(Platform.HIP.flags());
        flags.addAll(List.of("-x", "hip", "--cuda-device-only", "-nogpuinc", "-nogpulib", "--offload-arch=" + arch));
        return command(flags, arguments);
    }

    private static List<String> command(List<String> flags, String... arguments) {
        List<String> command = new ArrayList<>(List.of(Tools.require(NAME).toString()));
        command.addAll(flags);
        command.addAll(List.of(arguments));
        return command;
    }
}
