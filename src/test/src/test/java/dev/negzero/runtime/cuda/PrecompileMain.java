package dev.negzero.runtime.cuda;

import dev.negzero.annotations.DType;
import dev.negzero.plan.KernelPlan;
import dev.negzero.runtime.engine.Kernels;
import dev.negzero.tests.gpu.AlgorithmPlans;
import dev.negzero.tests.gpu.SuitePlans;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Fills a kernel cache with what the GPU suite and the benchmarks open, by nvcc, so that a GPU machine compiles nothing.
 * What is there already is left alone. Arguments: the cache's folder, the architecture (90).
 */
final class PrecompileMain {
    private PrecompileMain() {}

    public static void main(String[] args) throws IOException {
        KernelCache cache = new KernelCache(Path.of(args[0]), true);
        int capability = Integer.parseInt(args[1]);
        List<Kernels> all = new ArrayList<>();
        all.add(BareLaunches.kernels());
        for (KernelPlan plan : SuitePlans.all()) {
            all.add(Kernels.of(plan));
        }
        for (int ranks : List.of(2, 3, 4, 8)) {
            all.add(Kernels.of(AlgorithmPlans.of(ranks, DType.BF16)));
        }
        long compiled = all.stream()
                .parallel()
                .filter(kernels -> compile(cache, BinaryRequest.of(kernels, capability)))
                .count();
        System.out.println(compiled + " of " + all.size() + " kernel sources compiled, the others were there");
    }

    private static boolean compile(KernelCache cache, BinaryRequest request) {
        if (!cache.find(request, new ArrayList<>()).isEmpty()) {
            return false;
        }
        Map<String, String> environment = System.getenv();
        List<String> looked = new ArrayList<>();
        List<byte[]> images = new NvccSource(environment).find(request, looked);
        if (images.isEmpty()) {
            throw new IllegalStateException(String.join("; ", looked));
        }
        cache.store(request, images.get(0));
        return true;
    }
}
