package dev.negzero.runtime.cuda;

import dev.negzero.plan.KernelPlan;
import dev.negzero.runtime.GpuCallPlans;
import dev.negzero.runtime.engine.Kernels;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Compiles what the GPU tests of this module open into a kernel cache. Arguments: the cache's folder, the architecture (90).
 */
final class PrecompileCallsMain {
    private PrecompileCallsMain() {}

    public static void main(String[] args) throws IOException {
        KernelCache cache = new KernelCache(Path.of(args[0]), true);
        int capability = Integer.parseInt(args[1]);
        GpuCallPlans.all().stream().parallel().forEach(plan -> compile(cache, plan, capability));
    }

    private static void compile(KernelCache cache, KernelPlan plan, int capability) {
        BinaryRequest request = BinaryRequest.of(Kernels.of(plan), capability);
        if (cache.find(request, new ArrayList<>()).isEmpty()) {
            List<byte[]> images = new NvccSource(System.getenv()).find(request, new ArrayList<>());
            cache.store(request, images.get(0));
        }
    }
}
