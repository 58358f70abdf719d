package dev.negzero.tests.gpu;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.emit.KernelEmitter;
import dev.negzero.emit.Platform;
import dev.negzero.plan.KernelPlan;
import dev.negzero.plan.KernelVariant;
import dev.negzero.plan.MethodPlan;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes what sanitize.cu is built from: the emitted kernels, changed so that the blocks of one grid are those of all ranks,
 * in order, and the table of their entry points. Arguments: a folder, the number of ranks.
 */
final class SanitizerSources {
    /** What a block is called, and how many there are: in the platform header. */
    private static final Pattern BLOCKS =
            Pattern.compile("asm\\(\"mov\\.u32 %0, %%(n?)ctaid\\.x;\" : \"=r\"\\(x\\)\\);\\n    return x;");

    private static final Pattern ENTRY =
            Pattern.compile("(NZ_KERNEL\\(\\d+, \\d+\\) void \\w+)\\(NZ_PARAMETER nz::Call<(\\d+)> call\\) \\{\\n");

    private SanitizerSources() {}

    public static void main(String[] args) throws IOException {
        write(plan(Integer.parseInt(args[1])), Path.of(args[0]));
    }

    static KernelPlan plan(int ranks) {
        return GpuPlans.ways(ranks, DType.BF16, ReduceOp.SUM)
                .maxBytes(16 * 1024)
                .barrier("barrier")
                .plan();
    }

    /** Writes all sources of a plan into a folder. */
    static void write(KernelPlan plan, Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("kernels.cu"), oneGrid(plan));
        Files.writeString(folder.resolve("entries.h"), entries(plan));
        Files.writeString(folder.resolve("flags"), String.join(" ", Platform.CUDA.flags()) + "\n");
        try (InputStream in = SanitizerSources.class.getResourceAsStream("/native/sanitize.cu")) {
            Files.write(folder.resolve("sanitize.cu"), in.readAllBytes());
        }
    }

    private static String oneGrid(KernelPlan plan) {
        String source = KernelEmitter.emit(plan, Platform.CUDA);
        Matcher blocks = BLOCKS.matcher(source);
        require(blocks.results().count() == 2, "block_id() and block_count()");
        source = blocks.reset()
                .replaceAll(match -> match.group(1).isEmpty()
                        ? "asm(\"mov.u32 %0, %%ctaid.x;\" : \"=r\"(x));\n    return x % block_count();"
                        : "asm(\"mov.u32 %0, %%nctaid.x;\" : \"=r\"(x));\n    return x / Plan::kGroupSize;");
        // The count of blocks stands behind their id.
        source = source.replaceFirst("NZ_DEVICE u32 block_id\\(\\)", "NZ_DEVICE u32 block_count();\n\n$0");
        Matcher entries = ENTRY.matcher(source);
        long kernels =
                plan.methods().stream().mapToLong(m -> m.variants().size()).sum();
        require(entries.results().count() == kernels, "entry points");
        return entries.reset()
                .replaceAll("$1(const nz::Call<$2>* calls) {\n"
                        + "    nz::u32 block;\n"
                        + "    asm(\"mov.u32 %0, %%ctaid.x;\" : \"=r\"(block));\n"
                        + "    const nz::Call<$2>& call = calls[block / nz::block_count()];\n");
    }

    private static void require(boolean found, String what) {
        if (!found) {
            throw new IllegalStateException("the emitted source has other " + what + " than expected here");
        }
    }

    private static String entries(KernelPlan plan) {
        StringBuilder rows = new StringBuilder();
        for (MethodPlan method : plan.methods()) {
            for (KernelVariant variant : method.variants()) {
                rows.append(String.format(
                        Locale.ROOT,
                        "ENTRY(%s, %d, %b, %dull)%n",
                        variant.entryPoint(),
                        variant.shape().threads(),
                        method.operation().hasData(),
                        variant.limitBytes()));
            }
        }
        return rows.toString();
    }
}
