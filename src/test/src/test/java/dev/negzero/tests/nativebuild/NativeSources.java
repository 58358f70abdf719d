package dev.negzero.tests.nativebuild;

import dev.negzero.emit.KernelEmitter;
import dev.negzero.emit.Platform;
import dev.negzero.plan.ControlLayout;
import dev.negzero.plan.KernelPlan;
import dev.negzero.plan.KernelVariant;
import dev.negzero.plan.MethodPlan;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Writes what a native build of a plan needs: the emitted kernels, their head for the harness, and the table of entries. */
final class NativeSources {
    private static final String ENTRY_POINTS = "\n// ======== entry points ========";
    private static final List<String> HARNESS =
            List.of("reference.h", "ranks.h", "sequences.h", "suite.cpp", "primitives.cpp", "rank.cpp");

    private NativeSources() {}

    /** Writes all sources of a plan into a folder. */
    static void write(KernelPlan plan, Path folder) throws IOException {
        Files.createDirectories(folder);
        String kernels = KernelEmitter.emit(plan, Platform.HOST);
        Files.writeString(folder.resolve("kernels.cpp"), kernels);
        Files.writeString(
                folder.resolve("head.h"), "#pragma once\n" + kernels.substring(0, kernels.indexOf(ENTRY_POINTS)));
        Files.writeString(folder.resolve("methods.h"), methods(plan));
        for (String name : HARNESS) {
            try (InputStream in = NativeSources.class.getResourceAsStream("/native/" + name)) {
                Files.write(folder.resolve(name), in.readAllBytes());
            }
        }
    }

    /** The table of entry points, as {@code ranks.h} declares its rows. */
    private static String methods(KernelPlan plan) {
        StringBuilder declarations = new StringBuilder("// Written by NativeSources from the plan.\n#pragma once\n");
        StringBuilder rows = new StringBuilder("[[maybe_unused]] static const Entry kEntries[] = {\n");
        for (MethodPlan method : plan.methods()) {
            for (KernelVariant variant : method.variants()) {
                declarations.append(String.format("extern \"C\" void %s(Call);%n", variant.entryPoint()));
                rows.append(String.format(
                        Locale.ROOT,
                        "    {\"%1$s\", %1$s, %2$d, 0x%3$08Xu, reference::k%4$s, %5$d, reference::Op::%6$s, %7$dull, %8$d, %9$d},%n",
                        variant.entryPoint(),
                        variant.algorithm().code(),
                        method.digest(),
                        method.dtype(),
                        method.width(),
                        method.reduceOp(),
                        variant.limitBytes() == Long.MAX_VALUE ? 0 : variant.limitBytes(),
                        variant.shape().maxBlocks(),
                        variant.shape().packsPerThread()));
            }
        }
        return declarations.append(rows).append("};\n").append(rendezvous()).toString();
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
