package dev.negzero.tests.nativebuild;

import dev.negzero.emit.KernelEmitter;
import dev.negzero.emit.Platform;
import dev.negzero.plan.ControlLayout;
import dev.negzero.plan.KernelPlan;
import dev.negzero.plan.KernelVariant;
import dev.negzero.plan.MethodPlan;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Writes what a native build of a plan needs: the emitted kernels, their head for the harness, and the table of entries. */
final class NativeSources {
    private static final String ENTRY_POINTS = "\n// ======== entry points ========";
    private static final List<String> HARNESS = List.of(
            "reference.h",
            "work.h",
            "ranks.h",
            "sequences.h",
            "records.h",
            "hand_offs.h",
            "suite.cpp",
            "primitives.cpp",
            "rank.cpp");

    /** Device primitives that no kernel of ours needs; for the harness, behind the head. */
    private static final String PRIMITIVES = "primitives.cuh";

    private NativeSources() {}

    /** Writes all sources of a plan into a folder. */
    static void write(KernelPlan plan, Path folder) throws IOException {
        Files.createDirectories(folder);
        String kernels = KernelEmitter.emit(plan, Platform.HOST);
        Files.writeString(folder.resolve("kernels.cpp"), kernels);
        Files.writeString(
                folder.resolve("head.h"), "#pragma once\n" + kernels.substring(0, kernels.indexOf(ENTRY_POINTS)));
        Files.writeString(folder.resolve("methods.h"), methods(plan));
        Files.writeString(folder.resolve(PRIMITIVES), primitives());
        for (String name : HARNESS) {
            try (InputStream in = NativeSources.class.getResourceAsStream("/native/" + name)) {
                Files.write(folder.resolve(name), in.readAllBytes());
            }
        }
    }

    private static String primitives() throws IOException {
        try (InputStream in = NativeSources.class.getResourceAsStream("/negzero/device/" + PRIMITIVES)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#include \""))
                    .collect(Collectors.joining("\n", "", "\n"));
        }
    }

    /** The table of entry points, as {@code ranks.h} declares its rows. */
    private static String methods(KernelPlan plan) {
        StringBuilder declarations = new StringBuilder("// Written by NativeSources from the plan.\n#pragma once\n");
        StringBuilder rows = new StringBuilder("[[maybe_unused]] static const Entry kEntries[] = {\n");
        for (MethodPlan method : plan.methods()) {
            for (KernelVariant variant : method.variants()) {
                String block = block(plan, method);
                declarations.append(String.format("extern \"C\" void %s(%s);%n", variant.entryPoint(), block));
                rows.append(String.format(
                        Locale.ROOT,
                        "    {\"%1$s\", run_kernel<%2$s, %1$s>, Operation::%3$s, %4$d, %5$d, 0x%6$08Xu, reference::k%7$s, %8$d, reference::Op::%9$s, %10$dull, %11$d, %12$d, %13$d},%n",
                        variant.entryPoint(),
                        block,
                        method.operation(),
                        method.counts().numbers(plan.groupSize()),
                        variant.algorithm().code(),
                        method.digest(),
                        method.dtype(),
                        method.width(),
                        method.reduceOp(),
                        variant.limitBytes() == Long.MAX_VALUE ? 0 : variant.limitBytes(),
                        variant.shape().maxBlocks(),
                        variant.shape().packsPerThread(),
                        variant.shape().spareThreads()));
            }
        }
        return declarations.append(rows).append("};\n").append(rendezvous()).toString();
    }

    private static String block(KernelPlan plan, MethodPlan method) {
        int numbers = method.counts().numbers(plan.groupSize());
        return numbers == 0 ? "Call" : "nz::CountedCall<kRanks, " + numbers + ">";
    }

    /** Where ranks meet before their first call; kernels know nothing of it. */
    private static String rendezvous() {
        return String.format(
                Locale.ROOT,
                "struct Rendezvous {%n    static constexpr u64 kStep = %d;%n    static constexpr u64 kDigest = %d;%n};%n",
                ControlLayout.RENDEZVOUS_STEP,
                ControlLayout.RENDEZVOUS_DIGEST);
    }
}
