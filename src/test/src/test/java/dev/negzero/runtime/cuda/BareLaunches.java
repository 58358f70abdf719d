package dev.negzero.runtime.cuda;

import dev.negzero.annotations.Protocol;
import dev.negzero.cli.bench.BenchInterfaces;
import dev.negzero.cli.bench.BenchOperation;
import dev.negzero.cli.bench.BenchOptions;
import dev.negzero.cli.bench.BenchType;
import dev.negzero.emit.KernelManifest;
import dev.negzero.emit.Platform;
import dev.negzero.plan.AutoRow;
import dev.negzero.plan.KernelPlan;
import dev.negzero.plan.KernelVariant;
import dev.negzero.plan.MethodPlan;
import dev.negzero.runtime.engine.Kernels;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Writes what benchmarks/native/bare.cu needs to do the same as {@code negzero bench --graph}: the kernel source of the
 * bench's interface, the compiler's flags, the entry points, and for each size the launch that the engine would make. Beside
 * it the same source with {@link KernelMarks}, for timeline.cu.
 * Arguments: a folder, the calls in a graph, the longest message in bytes.
 */
final class BareLaunches {
    private static final String ARCH = "sm_90";
    private static final long MIN = 1024;

    private BareLaunches() {}

    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        BenchOptions options = new BenchOptions(
                "cuda",
                2,
                BenchOperation.ALL_REDUCE,
                BenchType.BF16,
                Protocol.AUTO,
                MIN,
                Long.parseLong(args[2]),
                2,
                0,
                Integer.parseInt(args[1]),
                false);
        Kernels kernels = kernels();
        String source = kernels.source(Platform.CUDA);
        Files.writeString(folder.resolve("kernels.cu"), source);
        Files.writeString(folder.resolve("marked.cu"), KernelMarks.mark(source));
        Files.writeString(folder.resolve("flags"), String.join(" ", Platform.CUDA.flags()) + "\n");
        List<String> lines = new ArrayList<>();
        Set<String> entries = new TreeSet<>();
        for (long bytes = options.min(); bytes <= options.max(); bytes *= options.factor()) {
            KernelVariant variant = variant(method(kernels.plan()), bytes);
            entries.add("E(" + variant.entryPoint() + ")");
            lines.add(line(kernels.plan(), variant, bytes, options));
        }
        Files.write(folder.resolve("launches.csv"), lines);
        Files.writeString(folder.resolve("entries"), String.join(" ", entries) + "\n");
    }

    /** The kernels of the interface that the bench opens for BF16 and 2 ranks. */
    static Kernels kernels() throws IOException {
        String stem = "META-INF/negzero/" + BenchInterfaces.class.getName().replace('.', '/') + "_BF16x2";
        try (InputStream in = BenchInterfaces.class.getResourceAsStream("/" + stem + ".json")) {
            KernelManifest manifest = KernelManifest.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
            return Kernels.generated(manifest, path -> BenchInterfaces.class.getResourceAsStream("/" + path));
        }
    }

    private static MethodPlan method(KernelPlan plan) {
        return plan.methods().stream()
                .filter(method -> method.name().equals("auto"))
                .findFirst()
                .orElseThrow();
    }

    private static KernelVariant variant(MethodPlan method, long bytes) {
        boolean own = method.auto().stream().anyMatch(row -> row.arch().equals(ARCH));
        AutoRow row = method.auto().stream()
                .filter(r -> r.arch().equals(own ? ARCH : "any") && bytes <= r.upToBytes())
                .findFirst()
                .orElseThrow();
        return method.variant(row.algorithm());
    }

    private static String line(KernelPlan plan, KernelVariant variant, long bytes, BenchOptions options) {
        MethodPlan method = method(plan);
        long count = bytes / method.dtype().bytes();
        // The program caps the grid by what the GPU holds, as the engine does.
        int blocks = BlockBudget.blocks(plan, method, variant, count, Integer.MAX_VALUE);
        return String.join(
                ",",
                variant.entryPoint(),
                Long.toString(count),
                Integer.toString(method.dtype().bytes()),
                Integer.toString(variant.shape().threads()),
                Integer.toString(blocks),
                Integer.toString(options.graph()),
                Integer.toString(options.rounds(bytes)));
    }
}
