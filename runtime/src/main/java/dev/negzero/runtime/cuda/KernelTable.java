package dev.negzero.runtime.cuda;

import dev.negzero.plan.Algorithm;
import dev.negzero.plan.KernelPlan;
import dev.negzero.plan.KernelVariant;
import dev.negzero.plan.MethodPlan;
import dev.negzero.runtime.engine.Kernels;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** A plan's kernels in one rank's context. */
final class KernelTable {
    /**
     * A kernel that can be launched.
     *
     * @param function its handle
     * @param name its entry point
     * @param threads of a block
     * @param cap most blocks of a grid
     */
    record Kernel(long function, String name, int threads, int cap) {}

    private final @Nullable Kernel[][] kernels;
    private final String caps;

    private KernelTable(@Nullable Kernel[][] kernels, String caps) {
        this.kernels = kernels;
        this.caps = caps;
    }

    /** Loads all kernels of a plan, completely: the first launch of each loads nothing. */
    static KernelTable load(Kernels kernels, CudaRank rank, KernelLibrary library) {
        KernelPlan plan = kernels.plan();
        Gpu gpu = rank.gpu();
        Driver driver = rank.driver();
        long module = library.module(kernels, gpu.context(), gpu.capability());
        @Nullable Kernel[][] table = new Kernel[plan.methods().size()][Algorithm.values().length];
        for (MethodPlan method : plan.methods()) {
            for (KernelVariant variant : method.variants()) {
                String name = variant.entryPoint();
                int threads = variant.shape().threads();
                long function = driver.function(module, name);
                int cap = BlockBudget.cap(gpu, driver.blocksPerProcessor(function, threads), name);
                int used = Math.min(cap, variant.shape().maxBlocks());
                table[method.index()][variant.algorithm().ordinal()] = new Kernel(function, name, threads, used);
            }
        }
        levelHandOffs(plan, table);
        return new KernelTable(table, caps(table));
    }

    /**
     * Gives the kernels of all hand-offs by one algorithm the smallest of their caps: a send and a receive are two kernels,
     * whose blocks meet each other by number.
     */
    private static void levelHandOffs(KernelPlan plan, @Nullable Kernel[][] table) {
        for (Algorithm algorithm : Algorithm.values()) {
            int least = Integer.MAX_VALUE;
            for (MethodPlan method : plan.methods()) {
                Kernel kernel = table[method.index()][algorithm.ordinal()];
                least = kernel != null && method.operation().isHandOff() ? Math.min(least, kernel.cap()) : least;
            }
            for (MethodPlan method : plan.methods()) {
                Kernel kernel = table[method.index()][algorithm.ordinal()];
                if (kernel != null && method.operation().isHandOff()) {
                    table[method.index()][algorithm.ordinal()] =
                            new Kernel(kernel.function(), kernel.name(), kernel.threads(), least);
                }
            }
        }
    }

    private static String caps(@Nullable Kernel[][] table) {
        StringJoiner caps = new StringJoiner(" ", "blocks at most ", "");
        for (@Nullable Kernel[] row : table) {
            for (Kernel kernel : row) {
                if (kernel != null) {
                    caps.add(Integer.toString(kernel.cap()));
                }
            }
        }
        return caps.toString();
    }

    /** The kernel of a method's variant. */
    Kernel get(MethodPlan method, KernelVariant variant) {
        Kernel kernel = kernels[method.index()][variant.algorithm().ordinal()];
        if (kernel == null) {
            throw new IllegalStateException("no kernel " + variant.entryPoint());
        }
        return kernel;
    }

    /** The bounds of all grids, which the ranks must agree on: blocks wait for the peers' blocks of the same number. */
    String caps() {
        return caps;
    }
}
